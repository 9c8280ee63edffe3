#!/usr/bin/env bash
# json-2-csv 5.6.0 keeps the line feed at the end of a file in the last cell, with its default options: the last lead of each file has one in its last field, and where
# that is the email, the lead is found in no list. Without a line end at the end of the file, which few programs write, it reads the same rows right. Guess: both are
# read alike. Product: a line end ends the row before it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact json-2-csv@5.6.0
cat > seen.mjs <<'JS'
import { csv2json } from 'json-2-csv';

const csv = 'name,email\nAda,ada@example.com\nBea,bea@example.com';
console.log(JSON.stringify(csv2json(csv)));
console.log(JSON.stringify(csv2json(`${csv}\n`)));
JS
cat > expected <<'TXT'
[{"name":"Ada","email":"ada@example.com"},{"name":"Bea","email":"bea@example.com"}]
[{"name":"Ada","email":"ada@example.com"},{"name":"Bea","email":"bea@example.com\n"}]
TXT
node seen.mjs | tee seen
diff expected seen
