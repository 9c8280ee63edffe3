// Whether requests still get connections, as seen by the requests themselves.

/** A moment in which nobody gets one is no outage: a statement ends within its timeout. */
const OUTAGE_MS = 10_000;

export class Pulse {
  private readonly now: () => number;
  private servedAt: number;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(now = () => performance.now()) {
    this.now = now;
    this.servedAt = now();
  }

  /** A request got a connection. */
  served(): void {
    this.servedAt = this.now();
  }

  /** A request waited for one in vain. */
  failed(): void {
    this.failedAt = this.now();
  }

  /** False where for ten seconds requests have only waited in vain, and so does the probe: with nobody asking any more, it alone can find that they would not. */
  async isAlive(probe: () => Promise<unknown>): Promise<boolean> {
    if (this.failedAt < this.servedAt || this.now() - this.servedAt < OUTAGE_MS) return true;
    return probe().then(
      () => true,
      () => false,
    );
  }
}
