#!/usr/bin/env bash
# linkifyjs 4.4.0 and autolinker 4.1.5 make a link of two sentences without a space between them, where the second begins with a word that is a top-level domain, such
# as It, In, My or Me: 'I spoke to the team.It liked' links to a stranger's site in Italy. Guess: a link needs www., http:// or a domain in lower case. Product: shows
# the texts of people as text, without links.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact linkifyjs@4.4.0 autolinker@4.1.5
cat > seen.mjs <<'JS'
import Autolinker from 'autolinker';
import { find } from 'linkifyjs';

for (const text of ['I spoke to the team.It liked the offer', 'Hi Ada.My name is Bea', 'We work for Acme Inc.Me and Bob', 'It works.The offer stands']) {
  const [link] = find(text);
  const [match] = Autolinker.parse(text, { urls: true });
  console.log(`${text}: linkifyjs ${link?.href ?? '-'}, autolinker ${match?.getAnchorHref() ?? '-'}`);
}
JS
cat > expected <<'TXT'
I spoke to the team.It liked the offer: linkifyjs http://team.It, autolinker http://team.It
Hi Ada.My name is Bea: linkifyjs http://Ada.My, autolinker http://Ada.My
We work for Acme Inc.Me and Bob: linkifyjs http://Inc.Me, autolinker http://Inc.Me
It works.The offer stands: linkifyjs -, autolinker -
TXT
node seen.mjs | tee seen
diff expected seen
