#!/usr/bin/env bash
# csv-writer 1.6.0, objects-to-csv 1.3.6, convert-array-to-csv 2.0.0, jsonexport 3.2.0 and export-from-json 1.8.2 quote a cell with a line feed, but not one with a
# carriage return alone, which the grammar of RFC 4180 allows within quotes only: d3-dsv 3.0.2 takes it for a line end and reads two rows. csv-stringify 6.9.0 quotes
# both. Guess: all do. Product: quotes each cell of a hand-off file, and in other files those with either.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact csv-writer@1.6.0 objects-to-csv@1.3.6 convert-array-to-csv@2.0.0 jsonexport@3.2.0 export-from-json@1.8.2 csv-stringify@6.9.0 d3-dsv@3.0.2
cat > seen.mjs <<'JS'
import convert from 'convert-array-to-csv';
import { stringify } from 'csv-stringify/sync';
import csvWriter from 'csv-writer';
import { csvParse } from 'd3-dsv';
import exportFromJSON from 'export-from-json';
import jsonexport from 'jsonexport';
import ObjectsToCsv from 'objects-to-csv';

const header = ['email', 'notes'];
const writer = csvWriter.createObjectCsvStringifier({ header: header.map((id) => ({ id, title: id })) });
const writers = {
  'csv-stringify': (leads) => stringify(leads, { header: true }),
  'csv-writer': (leads) => writer.getHeaderString() + writer.stringifyRecords(leads),
  'objects-to-csv': (leads) => new ObjectsToCsv(leads).toString(),
  'convert-array-to-csv': (leads) => convert.convertArrayToCSV(leads),
  jsonexport: (leads) => jsonexport(leads),
  'export-from-json': (data) => exportFromJSON({ data, exportType: 'csv', processor: (csv) => csv }),
};
for (const [name, write] of Object.entries(writers)) {
  const rows = async (notes) => csvParse(await write([{ email: 'ada@example.com', notes }])).length;
  console.log(`${name}: rows with a line feed ${await rows('in Rome\ncalls back')}, with a carriage return ${await rows('in Rome\rcalls back')}`);
}
JS
cat > expected <<'TXT'
csv-stringify: rows with a line feed 1, with a carriage return 1
csv-writer: rows with a line feed 1, with a carriage return 2
objects-to-csv: rows with a line feed 1, with a carriage return 2
convert-array-to-csv: rows with a line feed 1, with a carriage return 2
jsonexport: rows with a line feed 1, with a carriage return 2
export-from-json: rows with a line feed 1, with a carriage return 2
TXT
node seen.mjs | tee seen
diff expected seen
