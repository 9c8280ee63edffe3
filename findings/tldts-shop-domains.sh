#!/usr/bin/env bash
# tldts 7.6.0 names the platform as the domain of a shop on it, psl 1.15.0 the shop: the private part of the same Public Suffix List counts in one only.
# Guess: both give the shop. Product: domains of shared platforms are no domain of a company.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact tldts@7.6.0 psl@1.15.0
cat > seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import psl from 'psl';
import { getDomain } from 'tldts';

const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
console.log(`tldts ${version('tldts')}, psl ${version('psl')}`);
for (const host of ['acme.myshopify.com', 'acme.github.io', 'www.acme.co.uk'])
  console.log(`${host}: tldts ${getDomain(host)}, psl ${psl.get(host)}`);
JS
cat > expected <<'TXT'
tldts 7.6.0, psl 1.15.0
acme.myshopify.com: tldts myshopify.com, psl acme.myshopify.com
acme.github.io: tldts github.io, psl acme.github.io
www.acme.co.uk: tldts acme.co.uk, psl acme.co.uk
TXT
node seen.mjs | tee seen
diff expected seen
