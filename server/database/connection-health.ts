// Whether requests still get connections, as seen by the requests themselves.

/** Shorter than this is no outage: the statements that hold the connections end within their timeout. */
const OUTAGE_MS = 10_000;

export class ConnectionHealth {
  private readonly now: () => number;
  private succeededAt: number;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(now = () => performance.now()) {
    this.now = now;
    this.succeededAt = now();
  }

  /** A request got a connection. */
  succeeded(): void {
    this.succeededAt = this.now();
  }

  /** A request waited for one and got none. */
  failed(): void {
    this.failedAt = this.now();
  }

  /** False where no request got a connection for ten seconds, and the probe gets none: once requests stop, only the probe can find that there are connections again. */
  async isHealthy(probe: () => Promise<unknown>): Promise<boolean> {
    if (this.failedAt < this.succeededAt || this.now() - this.succeededAt < OUTAGE_MS) return true;
    return probe().then(
      () => true,
      () => false,
    );
  }
}
