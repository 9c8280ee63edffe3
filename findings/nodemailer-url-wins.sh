#!/usr/bin/env bash
# nodemailer 10.6.1: a parameter of the connection URL wins over the option of the same name, also over a stricter one.
# Guess: options of the call win. Product: server/mail/smtp.ts writes what protects the password into the URL.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact nodemailer@10.6.1
cat > seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';

console.log('version', JSON.parse(readFileSync('node_modules/nodemailer/package.json', 'utf8')).version);
const url = 'smtp://mail.example?requireTLS=false&name=from-url.example';
const { requireTLS, name } = createTransport({ url, requireTLS: true, name: 'from-option.example' }).options;
console.log(JSON.stringify({ requireTLS, name }));
JS
cat > expected <<'TXT'
version 10.6.1
{"requireTLS":false,"name":"from-url.example"}
TXT
node seen.mjs | tee seen
diff expected seen
