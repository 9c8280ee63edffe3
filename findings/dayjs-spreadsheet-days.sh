#!/usr/bin/env bash
# dayjs 1.11.23 finds a date in the numbers by which spreadsheets and tools write one: 46355, which is 29 November 2026 in Excel, is 1 May 4635, and 1795910400, the
# same day in epoch seconds, is a day of 1802; isValid says so. luxon 3.7.2 and date-fns 4.4.0 find neither. Guess: not valid. Product: reads days of spreadsheets and
# epoch seconds as what they are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact dayjs@1.11.23 luxon@3.7.2 date-fns@4.4.0
cat > seen.mjs <<'JS'
import { isValid, parseISO } from 'date-fns';
import dayjs from 'dayjs';
import { DateTime } from 'luxon';

process.env.TZ = 'UTC';
for (const text of ['2026-11-29', '46355', '1795910400']) {
  const day = dayjs(text);
  const found = day.isValid() ? day.format('YYYY-MM-DD') : 'not valid';
  console.log(`${text}: dayjs ${found}, luxon ${DateTime.fromISO(text).isValid ? 'valid' : 'not valid'}, date-fns ${isValid(parseISO(text)) ? 'valid' : 'not valid'}`);
}
JS
cat > expected <<'TXT'
2026-11-29: dayjs 2026-11-29, luxon valid, date-fns valid
46355: dayjs 4635-05-01, luxon not valid, date-fns not valid
1795910400: dayjs 1802-07-04, luxon not valid, date-fns not valid
TXT
node seen.mjs | tee seen
diff expected seen
