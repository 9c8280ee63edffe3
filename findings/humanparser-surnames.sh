#!/usr/bin/env bash
# humanparser 2.7.0 takes the surname Ma for a degree, so that Jack Ma has no last name; parse-full-name 1.2.7 keeps it. Guess: what is left of two words is the
# last name. Product: a word is a degree only behind a comma.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact humanparser@2.7.0 parse-full-name@1.2.7
cat > seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import humanparser from 'humanparser';
import parser from 'parse-full-name';

const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
console.log(`humanparser ${version('humanparser')}, parse-full-name ${version('parse-full-name')}`);
for (const name of ['Jack Ma', 'Yo-Yo Ma', 'Dina Do']) {
  const { firstName, lastName, suffix = '' } = humanparser.parseName(name);
  const { first, last, suffix: other } = parser.parseFullName(name);
  console.log(JSON.stringify([firstName, lastName, suffix]), JSON.stringify([first, last, other]));
}
JS
cat > expected <<'TXT'
humanparser 2.7.0, parse-full-name 1.2.7
["Jack","","Ma"] ["Jack","Ma",""]
["Yo-Yo","","Ma"] ["Yo-Yo","Ma",""]
["Dina","Do",""] ["Dina","Do",""]
TXT
node seen.mjs | tee seen
diff expected seen
