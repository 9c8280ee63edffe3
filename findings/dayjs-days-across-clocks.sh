#!/usr/bin/env bash
# dayjs 1.11.23 keeps the former offset when days are added across the change of clocks: 8:00 in Berlin on 24 October 2026 plus a day is written as 8:00 with the
# offset of summer, which is the instant 7:00 on 25 October there; the same in spring, an hour late. luxon 3.7.2 gives the right instant. Guess: 8:00 on both days.
# Product: the time of a digest is computed by PostgreSQL, in the time zone of its user.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact dayjs@1.11.23 luxon@3.7.2
cat > seen.mjs <<'JS'
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { DateTime } from 'luxon';

dayjs.extend(utc);
dayjs.extend(timezone);
const zone = 'Europe/Berlin';
const clock = (instant) => new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(instant);
for (const day of ['2026-10-24', '2026-03-28']) {
  const byDayjs = dayjs.tz(`${day} 08:00`, zone).add(1, 'day');
  const byLuxon = DateTime.fromISO(`${day}T08:00`, { zone }).plus({ days: 1 });
  console.log(`dayjs ${byDayjs.format()}, clock ${clock(byDayjs.toDate())}; luxon ${byLuxon.toISO({ suppressMilliseconds: true })}, clock ${clock(byLuxon.toJSDate())}`);
}
JS
cat > expected <<'TXT'
dayjs 2026-10-25T08:00:00+02:00, clock 07:00; luxon 2026-10-25T08:00:00+01:00, clock 08:00
dayjs 2026-03-29T08:00:00+01:00, clock 09:00; luxon 2026-03-29T08:00:00+02:00, clock 08:00
TXT
node seen.mjs | tee seen
diff expected seen
