#!/usr/bin/env bash
# namecase 1.1.2, which writes names in capital letters as people do, takes 'Mac' at the start for the Scottish prefix: 'MACRON' becomes 'MacRon', 'MACIEL'
# 'MacIel' and 'MACHINE' 'MacHine', while 'MACIAS', 'MACHADO' and 'MACEDO' are on its list of exceptions. Guess: 'Macron', 'Maciel', 'Machine'.
# Product: names of an import are kept as they are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact namecase@1.1.2
cat > seen.cjs <<'JS'
const nameCase = require('namecase');

for (const name of ['MACKENZIE', 'MACIAS', 'MACHADO', 'MACRON', 'MACIEL', 'MACHINE']) console.log(`${name} ${nameCase(name)}`);
JS
cat > expected <<'TXT'
MACKENZIE MacKenzie
MACIAS Macias
MACHADO Machado
MACRON MacRon
MACIEL MacIel
MACHINE MacHine
TXT
node seen.cjs | tee seen
diff expected seen
