#!/usr/bin/env bash
# mailparser 3.14.2 gives the time of its own call as the date of an email whose zone is three letters other than those of the United States, such as CET, which RFC
# 5322 (4.3) has read as UTC: an old reply is the newest each time that it is parsed. postal-mime 4.0.0 returns the text of such a header. Guess: 08:00 UTC, or no
# date. Product: reads CET among other zones in the files of tools, and shows a date that is not read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact mailparser@3.14.2 postal-mime@4.0.0
cat > seen.mjs <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const start = Date.now();
for (const zone of ['+0100', 'EST', 'CET']) {
  const email = `Date: Sun, 22 Nov 2020 08:00:00 ${zone}\r\nSubject: Re: Hi\r\n\r\nNo, thanks.\r\n`;
  const { date } = await simpleParser(email);
  console.log(`${zone}: mailparser ${date >= start ? 'now' : date.toISOString()}, postal-mime ${(await PostalMime.parse(email)).date}`);
}
JS
cat > expected <<'TXT'
+0100: mailparser 2020-11-22T07:00:00.000Z, postal-mime 2020-11-22T07:00:00.000Z
EST: mailparser 2020-11-22T13:00:00.000Z, postal-mime 2020-11-22T13:00:00.000Z
CET: mailparser now, postal-mime Sun, 22 Nov 2020 08:00:00 CET
TXT
node seen.mjs | tee seen
diff expected seen
