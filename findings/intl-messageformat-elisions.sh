#!/usr/bin/env bash
# intl-messageformat 12.1.5 takes an apostrophe before a variable for the start of quoted text, as ICU does, and leaves the variable as it is written: in French and
# Italian, d'{company} and dell'{company}. An apostrophe before a letter, and the typographic one, are text. Guess: an apostrophe that no second one closes is text.
# Product: an apostrophe is text anywhere in a message.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact intl-messageformat@12.1.5
cat > seen.mjs <<'JS'
import { IntlMessageFormat } from 'intl-messageformat';

for (const message of ["Ada's team at {company}", "L'équipe d'{company}", 'L’équipe d’{company}', "Il team dell'{company}, con {count} persone"])
  console.log(`${message} → ${new IntlMessageFormat(message, 'en').format({ company: 'Acme', count: 3 })}`);
JS
cat > expected <<'TXT'
Ada's team at {company} → Ada's team at Acme
L'équipe d'{company} → L'équipe d{company}
L’équipe d’{company} → L’équipe d’Acme
Il team dell'{company}, con {count} persone → Il team dell{company}, con {count} persone
TXT
node seen.mjs | tee seen
diff expected seen
