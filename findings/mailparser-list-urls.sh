#!/usr/bin/env bash
# mailparser 3.14.2 keeps the last of several web addresses in List-Unsubscribe, while RFC 2369 has them in the order in which the sender prefers them; and with
# a comment, which RFC 2369 allows, the address is no URL at all but an `id`, as in List-Id. Guess: the first address, with or without a comment.
# Product: its emails have one address there, and its tests read the raw lines of the header.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact mailparser@3.14.2
cat > seen.mjs <<'JS'
import { simpleParser } from 'mailparser';

for (const value of [
  '<https://a.example/off>',
  '<https://a.example/off>, <https://b.example/off>',
  '(Turn it off) <https://a.example/off>',
]) {
  const mail = await simpleParser(`From: ada@a.example\r\nTo: bob@b.example\r\nSubject: News\r\nList-Unsubscribe: ${value}\r\n\r\nHello\r\n`);
  console.log(`${value} → ${JSON.stringify(mail.headers.get('list'))}`);
}
JS
cat > expected <<'TXT'
<https://a.example/off> → {"unsubscribe":{"url":"https://a.example/off"}}
<https://a.example/off>, <https://b.example/off> → {"unsubscribe":{"url":"https://b.example/off"}}
(Turn it off) <https://a.example/off> → {"unsubscribe":{"name":"Turn it off","id":"https://a.example/off"}}
TXT
node seen.mjs | tee seen
diff expected seen
