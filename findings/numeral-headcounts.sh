#!/usr/bin/env bash
# Company sizes as numbers: numeral 2.0.6 reads 51-200 as -51200 and 1,001-5,000 as -10015000, numeral, accounting 0.4.1 and currency.js 2.0.4 read 11–50 with an en
# dash as 1150, and all three read 10K as 10, although numeral reads 3m as three million. Guess: nothing, or the first number. Product: reads a range as its lower
# bound, also with K and M, and names other texts as errors.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact numeral@2.0.6 accounting@0.4.1 currency.js@2.0.4
cat > seen.mjs <<'JS'
import accounting from 'accounting';
import currency from 'currency.js';
import numeral from 'numeral';

for (const size of ['51-200', '11–50', '1,001-5,000', '10K', '3m'])
  console.log(`${size}: numeral ${numeral(size).value()}, accounting ${accounting.unformat(size)}, currency.js ${currency(size).value}`);
JS
cat > expected <<'TXT'
51-200: numeral -51200, accounting 51, currency.js NaN
11–50: numeral 1150, accounting 1150, currency.js 1150
1,001-5,000: numeral -10015000, accounting 1001, currency.js NaN
10K: numeral 10, accounting 10, currency.js 10
3m: numeral 3000000, accounting 3, currency.js 3
TXT
node seen.mjs | tee seen
diff expected seen
