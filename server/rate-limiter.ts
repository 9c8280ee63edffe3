// Token buckets in memory, one per key, refilled evenly.
/** Above this number the least recently used bucket is dropped. */
const MAX_KEYS = 20_000;

export class RateLimiter {
  private readonly limit: { tries: number; seconds: number };
  private readonly now: () => number;
  /** The most recently used last. */
  private readonly buckets = new Map<string, { left: number; at: number }>();

  /** `now` is a clock in milliseconds. */
  constructor(limit: { tries: number; seconds: number }, now = () => performance.now()) {
    this.limit = limit;
    this.now = now;
  }

  /** Takes a token. Returns 0, or the whole seconds until one is available. */
  take(key: string): number {
    const { tries, seconds } = this.limit;
    const perMs = tries / (seconds * 1_000);
    const now = this.now();
    const known = this.buckets.get(key);
    const left = known ? Math.min(tries, known.left + (now - known.at) * perMs) : tries;
    this.buckets.delete(key);
    this.buckets.set(key, { left: left >= 1 ? left - 1 : left, at: now });
    const [oldest] = this.buckets.keys();
    if (oldest !== undefined && this.buckets.size > MAX_KEYS) this.buckets.delete(oldest);
    return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1_000));
  }
}
