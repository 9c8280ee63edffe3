#!/usr/bin/env bash
# udsv 0.7.3 takes a line feed in a quoted header, as a spreadsheet writes a header of two lines, for the end of the rows of a file whose rows end with CR LF: the
# column is then named by a carriage return, and each of its cells ends with one. Line feeds in later cells are read right. Guess: the header has two lines.
# Product: reads such headers with the line break, and maps them as if it were a space.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact udsv@0.7.3
cat > seen.mjs <<'JS'
import { inferSchema, initParser } from 'udsv';

const read = (csv) => console.log(JSON.stringify(initParser(inferSchema(csv)).stringObjs(csv)));
read('email,"first\nname"\r\nada@example.com,Ada\r\n');
read('email,notes\r\nada@example.com,"one\ntwo"\r\n');
JS
cat > expected <<'TXT'
[{"email":"ada@example.com","\r":"Ada\r"}]
[{"email":"ada@example.com","notes":"one\ntwo"}]
TXT
node seen.mjs | tee seen
diff expected seen
