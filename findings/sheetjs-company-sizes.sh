#!/usr/bin/env bash
# xlsx 0.18.5: reading a CSV file and writing it again turns the company size 1-2 into a date of 2001, while 10-50 stays.
# Guess: what is read from CSV and written to CSV is the same text. Product: hand-off files have no column for sizes; quoting a cell does not help.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact xlsx@0.18.5
cat > seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import XLSX from 'xlsx';

console.log('version', JSON.parse(readFileSync('node_modules/xlsx/package.json', 'utf8')).version);
const written = (csv) => XLSX.utils.sheet_to_csv(XLSX.read(csv, { type: 'string' }).Sheets.Sheet1);
console.log(written('name,size\nAcme,1-2\nBeta,10-50\nDelta,51-200\n'));
console.log('quoted:', written('"name","size"\n"Acme","1-2"\n').split('\n')[1].split(',')[1]);
JS
cat > expected <<'TXT'
version 0.18.5
name,size
Acme,1/2/01
Beta,10-50
Delta,51-200
quoted: 1/2/01
TXT
node seen.mjs | tee seen
diff expected seen
