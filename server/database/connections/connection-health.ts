// Whether requests get connections.
/** Longer than a statement may hold a connection. */
const OUTAGE_MS = 10_000;

export class ConnectionHealth {
  private readonly now: () => number;
  private succeededAt: number;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(now = () => performance.now()) {
    this.now = now;
    this.succeededAt = now();
  }

  succeeded(): void {
    this.succeededAt = this.now();
  }

  failed(): void {
    this.failedAt = this.now();
  }

  /** False if no request got a connection for ten seconds and the probe fails as well. Without requests only the probe can detect a recovery. */
  async isHealthy(probe: () => Promise<unknown>): Promise<boolean> {
    if (this.failedAt < this.succeededAt || this.now() - this.succeededAt < OUTAGE_MS) return true;
    return probe().then(
      () => true,
      () => false,
    );
  }
}
