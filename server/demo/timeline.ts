// Dates of the demo, as ISO 8601, counted back from when it is loaded.
export type Timeline = ReturnType<typeof timelineUntil>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export function timelineUntil(now: Date) {
  /** A time on a working day before today; day 0 is today, shortly before now. */
  function at(day: number, minute: number): number {
    if (day === 0) return now.getTime() - 100 * MINUTE;
    let midnight = Math.floor(now.getTime() / DAY) * DAY;
    for (let days = day; days > 0; ) {
      midnight -= DAY;
      const weekday = new Date(midnight).getUTCDay();
      if (weekday !== 0 && weekday !== 6) days -= 1;
    }
    return midnight + minute * MINUTE;
  }
  const inHours = (hours: number) => now.getTime() + hours * 60 * MINUTE;
  return { at, inHours };
}

/** The time minus some microseconds, fewer than a thousand, which JavaScript's dates do not have. */
export function isoTime(time: number, microsecondsBefore = 0): string {
  if (microsecondsBefore === 0) return new Date(time).toISOString();
  return new Date(time - 1).toISOString().replace('Z', `${String(1000 - microsecondsBefore).padStart(3, '0')}Z`);
}
