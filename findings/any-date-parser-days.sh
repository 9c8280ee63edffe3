#!/usr/bin/env bash
# any-date-parser 2.2.4 reads 22/11/2026 as 11 February: it drops the first digit, and takes the second for the month. chrono-node 2.10.3 reads 22 November. Guess: no
# date, or 22 November. Product: an order of day and month that fits the whole column; dates that are not read are shown.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact any-date-parser@2.2.4 chrono-node@2.10.3
cat > seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import parser from 'any-date-parser';
import * as chrono from 'chrono-node';

process.env.TZ = 'UTC';
const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
console.log(`any-date-parser ${version('any-date-parser')}, chrono-node ${version('chrono-node')}`);
const day = (date) => date?.toISOString().slice(0, 10) ?? null;
for (const text of ['22/11/2026', '31/12/2026', '22.11.2026', '22-Nov-2026'])
  console.log(`${text}: any-date-parser ${day(parser.fromString(text, 'en-US'))}, chrono ${day(chrono.parseDate(text))}`);
JS
cat > expected <<'TXT'
any-date-parser 2.2.4, chrono-node 2.10.3
22/11/2026: any-date-parser 2026-02-11, chrono 2026-11-22
31/12/2026: any-date-parser 2026-01-12, chrono 2026-12-31
22.11.2026: any-date-parser 2026-11-22, chrono 2026-11-22
22-Nov-2026: any-date-parser 2026-11-22, chrono 2026-11-22
TXT
node seen.mjs | tee seen
diff expected seen
