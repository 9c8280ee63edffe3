#!/usr/bin/env bash
# email-reply-parser 2.3.9 and node-email-reply-parser 0.1.4 take a sentence that begins with On and ends with wrote and a colon for the header of a quotation, without
# a date or an address in it, and what follows is no visible text: the request to be removed is lost. Guess: a quotation needs a date, an address or quoted lines.
# Product: reads no replies; a request to be removed is a status in the file of a tool, or an entry of the do-not-contact list.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact email-reply-parser@2.3.9 node-email-reply-parser@0.1.4
cat > seen.mjs <<'JS'
import EmailReplyParser from 'email-reply-parser';
import parseReply from 'node-email-reply-parser';

const first = 'Not for us.\n\n';
const last = 'please take us off your list.\n';
for (const middle of ['Last week I told Bob what your colleague wrote:\n', 'On Friday I told Bob what your colleague wrote:\n']) {
  const text = first + middle + last;
  console.log(JSON.stringify(text));
  console.log('  email-reply-parser', JSON.stringify(new EmailReplyParser().read(text).getVisibleText()));
  console.log('  node-email-reply-parser', JSON.stringify(parseReply(text, true)));
}
JS
cat > expected <<'TXT'
"Not for us.\n\nLast week I told Bob what your colleague wrote:\nplease take us off your list.\n"
  email-reply-parser "Not for us.\n\nLast week I told Bob what your colleague wrote:\nplease take us off your list.\n"
  node-email-reply-parser "Not for us.\n\nLast week I told Bob what your colleague wrote:\nplease take us off your list.\n"
"Not for us.\n\nOn Friday I told Bob what your colleague wrote:\nplease take us off your list.\n"
  email-reply-parser "Not for us.\n"
  node-email-reply-parser "Not for us.\n"
TXT
node seen.mjs | tee seen
diff expected seen
