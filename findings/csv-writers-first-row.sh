#!/usr/bin/env bash
# Papa Parse 5.7.1, csv-stringify 6.9.0, @fast-csv/format 5.0.8 and export-to-csv 1.5.0 take the columns of a file from the first object, and leave out, without
# an error, what only later ones have: a phone that the first lead lacks is in no row. d3-dsv 3.0.2 and @json2csv/plainjs 7.0.8 write the columns of all. Guess:
# all of them do, or say so. Product: the columns of a file come from the tool and the steps, before any row.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact papaparse@5.7.1 csv-stringify@6.9.0 @fast-csv/format@5.0.8 export-to-csv@1.5.0 d3-dsv@3.0.2 @json2csv/plainjs@7.0.8
cat > seen.mjs <<'JS'
import { writeToString } from '@fast-csv/format';
import { Parser } from '@json2csv/plainjs';
import { stringify } from 'csv-stringify/sync';
import { csvFormat } from 'd3-dsv';
import { generateCsv, mkConfig } from 'export-to-csv';
import Papa from 'papaparse';

const leads = [{ email: 'ada@example.com' }, { email: 'bea@example.com', phone: '+49 30 1234' }];
const files = {
  papaparse: Papa.unparse(leads),
  'csv-stringify': stringify(leads, { header: true }),
  '@fast-csv/format': await writeToString(leads, { headers: true }),
  'export-to-csv': String(generateCsv(mkConfig({ useKeysAsHeaders: true, useBom: false }))(leads)),
  'd3-dsv': csvFormat(leads),
  '@json2csv/plainjs': new Parser().parse(leads),
};
for (const [name, file] of Object.entries(files)) console.log(name, file.includes('phone') ? 'has the phone' : 'lacks the phone');
JS
cat > expected <<'TXT'
papaparse lacks the phone
csv-stringify lacks the phone
@fast-csv/format lacks the phone
export-to-csv lacks the phone
d3-dsv has the phone
@json2csv/plainjs has the phone
TXT
node seen.mjs | tee seen
diff expected seen
