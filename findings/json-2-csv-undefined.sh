#!/usr/bin/env bash
# json-2-csv 5.6.0 writes the word undefined into the cell of a lead that lacks a field, which a sending tool then greets by; a null is written as null, an empty
# text as nothing. Guess: an empty cell for all three. Product: a value that is missing is an empty cell, and the lead is left out if a message needs it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact json-2-csv@5.6.0
cat > seen.mjs <<'JS'
import { json2csv } from 'json-2-csv';

console.log(json2csv([{ email: 'ada@example.com', first_name: 'Ada' }, { email: 'bea@example.com' }, { email: 'cy@example.com', first_name: null }, { email: 'dee@example.com', first_name: '' }]));
JS
cat > expected <<'TXT'
email,first_name
ada@example.com,Ada
bea@example.com,undefined
cy@example.com,null
dee@example.com,
TXT
node seen.mjs | tee seen
diff expected seen
