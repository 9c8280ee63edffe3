// The statement time of one caller within the last ten seconds, by second.
const WINDOW_SECONDS = 10;

const secondOf = (milliseconds: number) => Math.floor(milliseconds / 1_000);

export class StatementTime {
  /** Milliseconds of the last ten seconds, each at its remainder by ten. */
  private readonly milliseconds = new Float64Array(WINDOW_SECONDS);
  private latest = 0;

  /** Adds a statement that ran from `from` to `to`, in milliseconds, `weight` times. */
  add(from: number, to: number, weight = 1): void {
    this.advance(to);
    let start = Math.max(from, (this.latest - WINDOW_SECONDS + 1) * 1_000);
    while (start < to) {
      const second = secondOf(start);
      const end = Math.min(to, (second + 1) * 1_000);
      this.milliseconds[second % WINDOW_SECONDS] = this.at(second) + weight * (end - start);
      start = end;
    }
  }

  /** Returns the milliseconds within the window that ends now. */
  within(now: number): number {
    this.advance(now);
    let sum = 0;
    for (const milliseconds of this.milliseconds) sum += milliseconds;
    return sum;
  }

  /** Returns the whole seconds, 1 to 10, until less than `limit` milliseconds are left in the window. */
  secondsUntilBelow(limit: number, now: number): number {
    let left = this.within(now);
    for (let seconds = 1; seconds < WINDOW_SECONDS; seconds += 1) {
      const milliseconds = this.at(this.latest - WINDOW_SECONDS + seconds);
      left -= milliseconds;
      if (milliseconds > 0 && left < limit) return seconds;
    }
    return WINDOW_SECONDS;
  }

  private at(second: number): number {
    return this.milliseconds[second % WINDOW_SECONDS] ?? 0;
  }

  /** Clears the seconds that have begun since the last call. */
  private advance(now: number): void {
    const second = secondOf(now);
    const first = Math.max(this.latest + 1, second - WINDOW_SECONDS + 1);
    for (let begun = first; begun <= second; begun += 1) this.milliseconds[begun % WINDOW_SECONDS] = 0;
    this.latest = Math.max(this.latest, second);
  }
}
