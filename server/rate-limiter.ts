// Token buckets in memory, one per party, refilled evenly.
/** Above this number the least recently used bucket is dropped. */
const MAX_PARTIES = 20_000;

export type RateLimit = { tries: number; seconds: number };

export class RateLimiter {
  private readonly limit: RateLimit;
  private readonly now: () => number;
  /** The most recently used last. */
  private readonly buckets = new Map<string, { left: number; at: number }>();

  /** `now` is a clock in milliseconds. */
  constructor(limit: RateLimit, now = () => performance.now()) {
    this.limit = limit;
    this.now = now;
  }

  /** Takes a token. Returns 0, or the whole seconds until one is available. */
  take(party: string): number {
    const { tries, seconds } = this.limit;
    const perMs = tries / (seconds * 1_000);
    const now = this.now();
    const known = this.buckets.get(party);
    const left = known ? Math.min(tries, known.left + (now - known.at) * perMs) : tries;
    this.buckets.delete(party);
    this.buckets.set(party, { left: left >= 1 ? left - 1 : left, at: now });
    const [oldest] = this.buckets.keys();
    if (oldest !== undefined && this.buckets.size > MAX_PARTIES) this.buckets.delete(oldest);
    return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1_000));
  }
}
