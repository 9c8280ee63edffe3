#!/usr/bin/env bash
# date-holidays 3.37.0 reads a day as its midnight in UTC and looks for the holidays of that moment in the time zone of the country, whatever that of the machine: west
# of Greenwich isHoliday('2026-12-25') is about Christmas Eve, which is no public holiday, and Christmas Day is on the 26th. In Germany it is right. Guess: the day
# that was given. Product: PostgreSQL counts the days, as dates; weekends are a choice of the customer, and there are no holidays.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact date-holidays@3.37.0
cat > seen.mjs <<'JS'
import Holidays from 'date-holidays';

for (const country of ['DE', 'US', 'CA'])
  for (const day of ['2026-12-25', '2026-12-26']) {
    const found = new Holidays(country, { languages: ['en'] }).isHoliday(day) || [];
    console.log(`${country} ${day}: ${found.map(({ name, type }) => `${name}, ${type}`).join('; ') || 'no holiday'}`);
  }
JS
cat > expected <<'TXT'
DE 2026-12-25: Christmas Day, public
DE 2026-12-26: Boxing Day, public
US 2026-12-25: Christmas Eve, optional
US 2026-12-26: Christmas Day, public
CA 2026-12-25: no holiday
CA 2026-12-26: Christmas Day, public
TXT
node seen.mjs | tee seen
diff expected seen
