#!/usr/bin/env bash
# liquidjs 10.30.1 reads {{company.size}}, where company is a text, as its number of letters, as Shopify's Liquid does for {{ text | size }}: 'a team of
# {{company.size}}' becomes 'a team of 10' for a lead of Acme Works, although the lead has a field of the name company.size. Mustache, Handlebars and nunjucks write
# nothing. Guess: 11-50, or nothing. Product: {{company.size}} is an unknown variable, which the editor and a hand-off report, with {{company_size}} instead.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact liquidjs@10.30.1 mustache@4.2.0 handlebars@4.7.10 nunjucks@3.2.4
cat > seen.mjs <<'JS'
import Handlebars from 'handlebars';
import { Liquid } from 'liquidjs';
import Mustache from 'mustache';
import nunjucks from 'nunjucks';

const message = 'a team of {{company.size}}.';
const lead = { company: 'Acme Works', 'company.size': '11-50' };
console.log('liquidjs:', new Liquid().parseAndRenderSync(message, lead));
console.log('mustache:', Mustache.render(message, lead));
console.log('handlebars:', Handlebars.compile(message)(lead));
console.log('nunjucks:', nunjucks.renderString(message, lead));
JS
cat > expected <<'TXT'
liquidjs: a team of 10.
mustache: a team of .
handlebars: a team of .
nunjucks: a team of .
TXT
node seen.mjs | tee seen
diff expected seen
