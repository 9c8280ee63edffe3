#!/usr/bin/env bash
# udsv 0.7.3 takes the following row for the rest of one that lacks its last empty cells, so that the next lead is in the cells of this one and nowhere else; the row
# after it is read right again. Papa Parse 5.7.1 and d3-dsv 3.0.2 give each row its own cells. Guess: missing cells are empty, or an error. Product: missing cells are
# empty.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact udsv@0.7.3 papaparse@5.7.1 d3-dsv@3.0.2
cat > seen.mjs <<'JS'
import { csvParse } from 'd3-dsv';
import Papa from 'papaparse';
import { inferSchema, initParser } from 'udsv';

const csv = 'email,name,phone\nada@example.com,Ada\nbea@example.com,Bea,030 1\ncy@example.com,Cy,030 2\n';
const emails = (rows) => rows.map(({ email }) => email).join(' ');
const rows = initParser(inferSchema(csv)).stringObjs(csv);
console.log('udsv:', emails(rows));
console.log('  first:', JSON.stringify(rows[0]));
console.log('papaparse:', emails(Papa.parse(csv, { header: true, skipEmptyLines: true }).data));
console.log('d3-dsv:', emails(csvParse(csv)));
JS
cat > expected <<'TXT'
udsv: ada@example.com cy@example.com
  first: {"email":"ada@example.com","name":"Ada\nbea@example.com","phone":"Bea,030 1"}
papaparse: ada@example.com bea@example.com cy@example.com
d3-dsv: ada@example.com bea@example.com cy@example.com
TXT
node seen.mjs | tee seen
diff expected seen
