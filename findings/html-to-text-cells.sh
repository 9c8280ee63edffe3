#!/usr/bin/env bash
# html-to-text 10.0.1 joins the cells of a table without a space, and rows as well, unless the table is declared to hold data: an email whose layout is a table
# gets a plain text in which the last word of a cell and the first of the next are one. Guess: a space or a line break between cells. Product: writes the plain
# text of its emails from the content, not from the HTML.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact html-to-text@10.0.1
cat > seen.mjs <<'JS'
import { convert } from 'html-to-text';

const html = '<table role="presentation"><tr><td>37 leads</td><td>Open the review</td></tr><tr><td>1 campaign</td><td>Sign it off</td></tr></table>';
console.log(JSON.stringify(convert(html)));
console.log(JSON.stringify(convert(html, { selectors: [{ selector: 'table', format: 'dataTable' }] })));
JS
cat > expected <<'TXT'
"37 leadsOpen the review1 campaignSign it off"
"37 leads     Open the review\n1 campaign   Sign it off"
TXT
node seen.mjs | tee seen
diff expected seen
