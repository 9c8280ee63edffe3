#!/usr/bin/env bash
# Two readers of cron expressions disagree about the hours in which clocks change. In Berlin, 02:30 on 28 March 2027 does not exist: croner 11.0.1 runs at 03:00,
# cron-parser 5.10.6 at 03:30. On 25 October 2026 the hour after 02:00 comes twice: every half hour of it, croner runs four times, cron-parser twice, in the first of
# both hours. Guess: the same instants. Product: an email is due from an hour on, on a day in the reader's time zone, once, whatever the clocks do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact croner@11.0.1 cron-parser@5.10.6
cat > seen.mjs <<'JS'
import { CronExpressionParser } from 'cron-parser';
import { Cron } from 'croner';

const zone = 'Europe/Berlin';
const write = (instants) => instants.map((instant) => instant.toISOString().slice(0, 16)).join(' ');
for (const [expression, from, runs] of [
  ['30 2 * * *', '2027-03-27T12:00Z', 1],
  ['*/30 2 * * *', '2026-10-24T12:00Z', 4],
]) {
  const parsed = CronExpressionParser.parse(expression, { tz: zone, currentDate: new Date(from) });
  console.log(`croner ${write(new Cron(expression, { timezone: zone, paused: true }).nextRuns(runs, new Date(from)))}`);
  console.log(`cron-parser ${write(Array.from({ length: runs }, () => parsed.next().toDate()))}`);
}
JS
cat > expected <<'TXT'
croner 2027-03-28T01:00
cron-parser 2027-03-28T01:30
croner 2026-10-25T00:00 2026-10-25T00:30 2026-10-25T01:00 2026-10-25T01:30
cron-parser 2026-10-25T00:00 2026-10-25T00:30 2026-10-26T01:00 2026-10-26T01:30
TXT
node seen.mjs | tee seen
diff expected seen
