#!/usr/bin/env bash
# spintax 0.0.1 removes the braces of merge fields, also in a text without a choice: 'Hi {{first_name}}' becomes 'Hi first_name'. Guess: braces without a bar stay.
# Product: a warning about spintax in the editor and before a hand-off.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact spintax@0.0.1
cat > seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import spintax from 'spintax';

console.log('version', JSON.parse(readFileSync('node_modules/spintax/package.json', 'utf8')).version);
for (const text of ['Hi {{first_name}}', 'Hi {first_name}', 'Hi {{first_name}}, {good|good} day'])
  console.log(`${text} => ${spintax.unspin(text)}`);
JS
cat > expected <<'TXT'
version 0.0.1
Hi {{first_name}} => Hi first_name
Hi {first_name} => Hi first_name
Hi {{first_name}}, {good|good} day => Hi first_name, good day
TXT
node seen.mjs | tee seen
diff expected seen
