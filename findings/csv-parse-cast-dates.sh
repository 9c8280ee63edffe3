#!/usr/bin/env bash
# csv-parse 7.0.3 with cast_date makes a date of each text that JavaScript's Date reads somehow, which is many a word with a number behind it: the company Studio 54
# becomes 1 January 1954, Suite 5 a day in May 2001 and ACME-2 one in February. Guess: dates in ISO format, or texts that have a day, a month and a year. Product: the
# cells of an import stay texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact csv-parse@7.0.3
cat > seen.mjs <<'JS'
import { parse } from 'csv-parse/sync';

process.env.TZ = 'UTC';
const rows = parse('company,street,since\nStudio 54,Suite 5,2026-11-29\nACME-2,Level 12,\nForever 21,5 Main St,\n', { columns: true, cast: true, cast_date: true });
for (const row of rows) console.log(JSON.stringify(row));
JS
cat > expected <<'TXT'
{"company":"1954-01-01T00:00:00.000Z","street":"2001-05-01T00:00:00.000Z","since":"2026-11-29T00:00:00.000Z"}
{"company":"2001-02-01T00:00:00.000Z","street":"2001-12-01T00:00:00.000Z","since":""}
{"company":"Forever 21","street":"5 Main St","since":""}
TXT
node seen.mjs | tee seen
diff expected seen
