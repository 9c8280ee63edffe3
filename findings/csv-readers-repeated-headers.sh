#!/usr/bin/env bash
# A file with two columns 'email': csv-parse 7.0.3 keeps the last only, Papa Parse 5.7.1 both by renaming the second, and fast-csv 5.0.8 ends with an error. Guess: all
# keep the first. Product: repeated headers are numbered, 'email (2)'.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact csv-parse@7.0.3 papaparse@5.7.1 fast-csv@5.0.8
cat > seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { parseString } from 'fast-csv';
import Papa from 'papaparse';

const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
console.warn = () => {};
const csv = 'email,name,email\nada@work.example,Ada,ada@home.example\n';
const show = (name, rows) => console.log(`${name} ${version(name)}: ${JSON.stringify(rows)}`);
show('csv-parse', parse(csv, { columns: true }));
show('papaparse', Papa.parse(csv, { header: true, skipEmptyLines: true }).data);
await new Promise((resolve) => {
  parseString(csv, { headers: true })
    .on('error', ({ message }) => resolve(show('fast-csv', message)))
    .on('data', (row) => show('fast-csv', row))
    .on('end', resolve);
});
JS
cat > expected <<'TXT'
csv-parse 7.0.3: [{"email":"ada@home.example","name":"Ada"}]
papaparse 5.7.1: [{"email":"ada@work.example","name":"Ada","email_1":"ada@home.example"}]
fast-csv 5.0.8: "Duplicate headers found [\"email\"]"
TXT
node seen.mjs | tee seen
diff expected seen
