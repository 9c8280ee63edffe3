#!/usr/bin/env bash
# chardet 2.2.0 reads a Czech list in windows-1250 as windows-1252, however long it is, and a Polish one rightly.
# Guess: a longer file is recognized. Product: a file in one of the two is asked about, with sample values in both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact chardet@2.2.0
cat > seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import chardet from 'chardet';

console.log('version', JSON.parse(readFileSync('node_modules/chardet/package.json', 'utf8')).version);
const decoder = new TextDecoder('windows-1250');
const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
const encode = (text) => Buffer.from(Array.from(text, (letter) => bytes.get(letter)));
const polish = encode('Name,Company,City\nMałgorzata Wójcik,Żabka Polska,Łódź\nPaweł Wiśniewski,Zakład,Wrocław\n');
const czech = encode('Jméno,Firma,Město\nJiří Dvořák,Škoda,Plzeň\nLukáš Černý,Železo,Děčín\n');
console.log('Polish, 2 rows:', chardet.detect(polish));
console.log('Czech, 2 rows:', chardet.detect(czech));
console.log('Czech, 100 rows:', chardet.detect(Buffer.concat(Array(50).fill(czech))));
JS
cat > expected <<'TXT'
version 2.2.0
Polish, 2 rows: windows-1250
Czech, 2 rows: windows-1252
Czech, 100 rows: windows-1252
TXT
node seen.mjs | tee seen
diff expected seen
