#!/usr/bin/env bash
# csv-stringify 6.9.0 with quoted: true leaves empty cells without quotes, unless quoted_empty is set too, so that a row that ends with empty cells still has bare
# separators; false becomes an empty cell while true becomes 1, and a date becomes epoch milliseconds. Guess: every cell in quotes, false and true alike, a
# date in ISO format. Product: writes its own cells, each in quotes, and dates and truth values as texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact csv-stringify@6.9.0
cat > seen.mjs <<'JS'
import { stringify } from 'csv-stringify/sync';

const row = ['Ada', '', null, false, true, new Date(Date.UTC(2026, 10, 29))];
console.log(stringify([row], { quoted: true }).trim());
console.log(stringify([row], { quoted: true, quoted_empty: true }).trim());
JS
cat > expected <<'TXT'
"Ada",,,,"1","1795910400000"
"Ada","","","","1","1795910400000"
TXT
node seen.mjs | tee seen
diff expected seen
