// The tools of a job: calls of the database, and a limit of its processor time.

/** Calls a function of the database as the service. Rejects with an error that has the SQLSTATE in `code`. */
export type CallDatabase = <Result>(name: string, values: Record<string, unknown>) => Promise<Result>;

/** Resolves with whether the job is done; false: it goes on in another call. */
export type JobWork = (call: CallDatabase, jobId: string, pace: Pace) => Promise<boolean>;

/** Work of the process that blocks it for longer lets other work run. */
const SLICE_MS = 20;

/** The processor time of a worker, without that of the database. */
export class Pace {
  private spent = 0;
  private start = performance.now();
  private readonly limitMs: number;
  private readonly isStopped: () => boolean;

  constructor(limitMs: number, isStopped: () => boolean = () => false) {
    this.limitMs = limitMs;
    this.isStopped = isStopped;
  }

  /** Waits for something else, whose time does not count. */
  async wait<Result>(other: Promise<Result>): Promise<Result> {
    this.spent += performance.now() - this.start;
    try {
      return await other;
    } finally {
      this.start = performance.now();
    }
  }

  /** Called between short parts of the work. */
  async rest(): Promise<void> {
    if (performance.now() - this.start >= SLICE_MS) await this.wait(new Promise((resolve) => setTimeout(resolve)));
  }

  isOver(): boolean {
    return this.spent >= this.limitMs || this.isStopped();
  }
}
