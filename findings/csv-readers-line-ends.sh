#!/usr/bin/env bash
# A file whose header line ends otherwise than its rows, such as one that another program has put before them: csv-parse 7.0.3, Papa Parse 5.7.1 and udsv 0.7.3 take
# the first line end for all. Below a header with CR LF, Papa Parse and udsv read all rows as one, without an exception, csv-parse ends with an error; below one with
# LF, each last cell ends with a carriage return. fast-csv 5.0.8, d3-dsv 3.0.2 and csv-parser 3.2.1 read both. Guess: each line end ends a row. Product: CR LF, LF and
# CR end a row in any file.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact csv-parse@7.0.3 papaparse@5.7.1 udsv@0.7.3 fast-csv@5.0.8 d3-dsv@3.0.2 csv-parser@3.2.1
cat > seen.mjs <<'JS'
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import csvParser from 'csv-parser';
import { csvParse } from 'd3-dsv';
import { parseString } from 'fast-csv';
import Papa from 'papaparse';
import { inferSchema, initParser } from 'udsv';

const readers = {
  'csv-parse': (csv) => parse(csv, { columns: true }),
  papaparse: (csv) => Papa.parse(csv, { header: true, skipEmptyLines: true }).data,
  udsv: (csv) => initParser(inferSchema(csv)).stringObjs(csv),
  'fast-csv': (csv) => parseString(csv, { headers: true }).toArray(),
  'd3-dsv': (csv) => [...csvParse(csv)],
  'csv-parser': (csv) => Readable.from([csv]).pipe(csvParser()).toArray(),
};
const rows = ['ada@example.com,Ada', 'bea@example.com,Bea'];
for (const [header, row] of [['\r\n', '\n'], ['\n', '\r\n']]) {
  console.log(`header ${JSON.stringify(header)}, rows ${JSON.stringify(row)}`);
  for (const [name, read] of Object.entries(readers)) {
    const cells = await Promise.resolve([`email,name${header}`, ...rows.map((line) => line + row)].join(''))
      .then(read)
      .catch(({ message }) => message);
    console.log(`  ${name} ${JSON.stringify(cells)}`);
  }
}
JS
cat > expected <<'TXT'
header "\r\n", rows "\n"
  csv-parse "Invalid Record Length: columns length is 2, got 3 on line 3"
  papaparse [{"email":"ada@example.com","name":"Ada\nbea@example.com","__parsed_extra":["Bea\n"]}]
  udsv [{"email":"ada@example.com","name":"Ada\nbea@example.com,Bea\n"}]
  fast-csv [{"email":"ada@example.com","name":"Ada"},{"email":"bea@example.com","name":"Bea"}]
  d3-dsv [{"email":"ada@example.com","name":"Ada"},{"email":"bea@example.com","name":"Bea"}]
  csv-parser [{"email":"ada@example.com","name":"Ada"},{"email":"bea@example.com","name":"Bea"}]
header "\n", rows "\r\n"
  csv-parse [{"email":"ada@example.com","name":"Ada\r"},{"email":"bea@example.com","name":"Bea\r"}]
  papaparse [{"email":"ada@example.com","name":"Ada\r"},{"email":"bea@example.com","name":"Bea\r"}]
  udsv [{"email":"ada@example.com","name":"Ada\r"},{"email":"bea@example.com","name":"Bea\r"}]
  fast-csv [{"email":"ada@example.com","name":"Ada"},{"email":"bea@example.com","name":"Bea"}]
  d3-dsv [{"email":"ada@example.com","name":"Ada"},{"email":"bea@example.com","name":"Bea"}]
  csv-parser [{"email":"ada@example.com","name":"Ada"},{"email":"bea@example.com","name":"Bea"}]
TXT
node seen.mjs | tee seen
diff expected seen
