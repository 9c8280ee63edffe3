#!/usr/bin/env bash
# nodemailer 10.6.1: a sender whose name has a colon, 'Acme: Leads <l@acme.example>', is a group of one and leaves as a group in From, while the envelope has the
# address. Guess: the name is 'Acme: Leads', quoted. Product: MAIL_FROM is parsed at start, and one that is a group is rejected.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact nodemailer@10.6.1
cat > seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser/index.js';

console.log('version', JSON.parse(readFileSync('node_modules/nodemailer/package.json', 'utf8')).version);
const transport = createTransport({ streamTransport: true, buffer: true });
for (const from of ['Acme: Leads <l@acme.example>', '"Acme: Leads" <l@acme.example>']) {
  console.log(JSON.stringify(addressparser(from)));
  const { envelope, message } = await transport.sendMail({ from, to: 'ada@example.com', subject: 'Hi', text: 'Hi' });
  console.log(envelope.from, '|', /^From: .*/m.exec(message.toString())[0].trim());
}
JS
cat > expected <<'TXT'
version 10.6.1
[{"name":"Acme","group":[{"address":"l@acme.example","name":"Leads"}]}]
l@acme.example | From: Acme:Leads <l@acme.example>;
[{"address":"l@acme.example","name":"Acme: Leads"}]
l@acme.example | From: "Acme: Leads" <l@acme.example>
TXT
node seen.mjs | tee seen
diff expected seen
