#!/usr/bin/env bash
# date-fns 4.4.0 counts another number of business days backwards than forwards where one end is a weekend: from Saturday, 28 November 2026, to Wednesday,
# 2 December, there are 2, and from that Wednesday back to the Saturday 3; from a weekend to Monday 0, and back 1. Guess: the same number with another sign.
# Product: a reminder is due by days of the calendar, which PostgreSQL counts, and weekends are a choice of the customer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact date-fns@4.4.0
cat > seen.mjs <<'JS'
import { differenceInBusinessDays } from 'date-fns';

const day = (month, date) => new Date(2026, month - 1, date);
for (const [name, earlier, later] of [
  ['Friday to Wednesday', day(11, 27), day(12, 2)],
  ['Saturday to Wednesday', day(11, 28), day(12, 2)],
  ['Sunday to Monday', day(11, 29), day(11, 30)],
]) {
  const [ahead, back] = [differenceInBusinessDays(later, earlier), differenceInBusinessDays(earlier, later)];
  console.log(`${name}: ${ahead}, back: ${back}`);
}
JS
cat > expected <<'TXT'
Friday to Wednesday: 3, back: -3
Saturday to Wednesday: 2, back: -3
Sunday to Monday: 0, back: -1
TXT
node seen.mjs | tee seen
diff expected seen
