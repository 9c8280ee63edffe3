#!/usr/bin/env bash
# nunjucks 3.2.4 takes the hyphen in {{ first-name }} for a minus, so that a message begins with 'Hi NaN', while liquidjs 10.30.1, Handlebars 4.7.10 and Mustache 4.2.0
# find the field; and its default stands only for a missing field, not for an empty one, which liquidjs replaces too. Guess: 'Hi Ada', and 'Hi there' for both.
# Product: {{first-name}} is an unknown variable, which the editor and a hand-off report, and a fallback stands for an empty field too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact nunjucks@3.2.4 liquidjs@10.30.1 handlebars@4.7.10 mustache@4.2.0
cat > seen.mjs <<'JS'
import Handlebars from 'handlebars';
import { Liquid } from 'liquidjs';
import Mustache from 'mustache';
import nunjucks from 'nunjucks';

const message = 'Hi {{ first-name }}';
const lead = { 'first-name': 'Ada', first_name: '' };
console.log('nunjucks:', nunjucks.renderString(message, lead));
console.log('liquidjs:', new Liquid().parseAndRenderSync(message, lead));
console.log('handlebars:', Handlebars.compile(message)(lead));
console.log('mustache:', Mustache.render(message, lead));
console.log(`nunjucks: ${nunjucks.renderString('Hi {{ first_name | default("there") }}', lead)}.`);
console.log(`liquidjs: ${new Liquid().parseAndRenderSync('Hi {{ first_name | default: "there" }}', lead)}.`);
JS
cat > expected <<'TXT'
nunjucks: Hi NaN
liquidjs: Hi Ada
handlebars: Hi Ada
mustache: Hi Ada
nunjucks: Hi .
liquidjs: Hi there.
TXT
node seen.mjs | tee seen
diff expected seen
