#!/usr/bin/env bash
# Handlebars 4.7.10, by whose README most templates of Mustache can be used as they are, renders the section of an empty text, and looks for the fields within it in
# that text alone: '{{#company}} at {{company}}{{/company}}' leaves an 'at' without a company for each lead, also for those that have one, unless the option compat is
# set. Guess: as Mustache does. Product: such tags are unknown variables, which the editor and a hand-off report.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact handlebars@4.7.10 mustache@4.2.0
cat > seen.mjs <<'JS'
import Handlebars from 'handlebars';
import Mustache from 'mustache';

const message = 'your work{{#company}} at {{company}}{{/company}}.';
for (const company of ['Acme', '']) {
  const lead = { company };
  console.log(JSON.stringify(company));
  console.log('  mustache:', Mustache.render(message, lead));
  console.log('  handlebars:', Handlebars.compile(message)(lead));
  console.log('  handlebars, compat:', Handlebars.compile(message, { compat: true })(lead));
}
JS
cat > expected <<'TXT'
"Acme"
  mustache: your work at Acme.
  handlebars: your work at .
  handlebars, compat: your work at Acme.
""
  mustache: your work.
  handlebars: your work at .
  handlebars, compat: your work at .
TXT
node seen.mjs | tee seen
diff expected seen
