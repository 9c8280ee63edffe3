#!/usr/bin/env bash
# nodemailer signs List-Unsubscribe-Post with DKIM from 10.6.1 only. Before it the header stands outside the signature, which RFC 8058 requires for an
# unsubscription by one click. Guess: every List- header is signed. Product: nodemailer 10.6.1 or later.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact old@npm:nodemailer@10.6.0 new@npm:nodemailer@10.6.1
cat > seen.mjs <<'JS'
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';

const encoding = { publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } };
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048, ...encoding });
for (const name of ['old', 'new']) {
  const { createTransport } = (await import(name)).default;
  const dkim = { domainName: 'acme.example', keySelector: 'key', privateKey };
  const { message } = await createTransport({ streamTransport: true, buffer: true, dkim }).sendMail({
    from: 'l@acme.example',
    to: 'ada@example.com',
    subject: 'Hi',
    text: 'Hi',
    headers: { 'List-Unsubscribe': '<https://acme.example/u>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
  const [, signed] = /;\s*h=([^;]*);/.exec(message.toString());
  const headers = signed.replace(/\s/g, '').toLowerCase().split(':');
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  console.log(version, ['list-unsubscribe', 'list-unsubscribe-post'].map((header) => `${header} ${headers.includes(header)}`).join(', '));
}
JS
cat > expected <<'TXT'
10.6.0 list-unsubscribe true, list-unsubscribe-post false
10.6.1 list-unsubscribe true, list-unsubscribe-post true
TXT
node seen.mjs | tee seen
diff expected seen
