// The statement time of one caller within the last ten seconds, by second.
const WINDOW_SECONDS = 10;

const secondOf = (milliseconds: number) => Math.floor(milliseconds / 1_000);

export class StatementTime {
  /** Milliseconds by second. */
  private readonly bySecond = new Map<number, number>();

  /** Adds a statement that ran from `from` to `to`, in milliseconds, `weight` times. */
  add(from: number, to: number, weight = 1): void {
    let start = Math.max(from, to - WINDOW_SECONDS * 1_000);
    while (start < to) {
      const second = secondOf(start);
      const end = Math.min(to, (second + 1) * 1_000);
      this.bySecond.set(second, (this.bySecond.get(second) ?? 0) + weight * (end - start));
      start = end;
    }
  }

  /** Returns the milliseconds within the window that ends now. */
  within(now: number): number {
    const oldest = secondOf(now) - WINDOW_SECONDS;
    let sum = 0;
    for (const [second, milliseconds] of this.bySecond) {
      if (second <= oldest) this.bySecond.delete(second);
      else sum += milliseconds;
    }
    return sum;
  }

  /** Returns the whole seconds, 1 to 10, until less than `limit` milliseconds are left in the window. */
  secondsUntilBelow(limit: number, now: number): number {
    let left = this.within(now);
    const seconds = [...this.bySecond].sort(([one], [other]) => one - other);
    for (const [second, milliseconds] of seconds) {
      left -= milliseconds;
      if (left < limit) return Math.max(1, second + WINDOW_SECONDS - secondOf(now));
    }
    return WINDOW_SECONDS;
  }
}
