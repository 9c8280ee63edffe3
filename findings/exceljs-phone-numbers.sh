#!/usr/bin/env bash
# exceljs 4.4.0, csv.read: a phone number and a customer code lose their zeros, a code such as 1E5 becomes 100000, while a day written 3/4/2026 stays text.
# Guess: cells of a CSV file stay text. Product: it reads CSV as text only.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact exceljs@4.4.0
cat > seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import ExcelJS from 'exceljs';

console.log('version', JSON.parse(readFileSync('node_modules/exceljs/package.json', 'utf8')).version);
const csv = 'name,phone,code,day\nAda,0612345678,00123,3/4/2026\nBob,+49 170 1234567,1E5,2026-11-22\n';
const sheet = await new ExcelJS.Workbook().csv.read(Readable.from([csv]));
for (const row of sheet.getSheetValues().slice(2)) console.log(JSON.stringify(row.slice(1)));
JS
cat > expected <<'TXT'
version 4.4.0
["Ada",612345678,123,"3/4/2026"]
["Bob","+49 170 1234567",100000,"2026-11-22T00:00:00.000Z"]
TXT
node seen.mjs | tee seen
diff expected seen
