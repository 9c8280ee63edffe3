// Dates of the demo's data files, counted back from when it is loaded.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Reads `12d 09:04:59.999998`, the time on the twelfth working day before today (UTC), `0d 00:01:30`, so long after 100 minutes before now, and
 * `in 90 h`. Returns ISO 8601 with microseconds.
 */
export function readDate(text: string, now: Date): string {
  const hours = /^in (\d+) h$/.exec(text)?.[1];
  if (hours) return new Date(now.getTime() + Number(hours) * HOUR).toISOString();
  const [, day, time = '', fraction = ''] = /^(\d+)d (\d\d:\d\d:\d\d)(?:\.(\d+))?$/.exec(text) ?? [];
  if (!day) throw new Error(`'${text}' is not a date of the demo`);
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  const start = day === '0' ? now.getTime() - 100 * MINUTE : midnightBefore(now, Number(day));
  const whole = new Date(start + hour * HOUR + minute * MINUTE + second * 1000).toISOString();
  return day === '0' ? whole : whole.replace('.000Z', `.${fraction.padEnd(6, '0')}Z`);
}

/** Midnight of the n-th working day before today. */
function midnightBefore(now: Date, workingDays: number): number {
  let midnight = Math.floor(now.getTime() / DAY) * DAY;
  for (let days = workingDays; days > 0; ) {
    midnight -= DAY;
    const weekday = new Date(midnight).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days -= 1;
  }
  return midnight;
}
