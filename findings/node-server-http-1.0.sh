#!/usr/bin/env bash
# @hono/node-server 2.1.8 answers 400 to HTTP/1.0 without Host, which needs none (RFC 9112, 3.2), unless it is given a hostname: so HAProxy's own health check fails.
# Guess: the app answers. Product: server/http/listener.ts gives a hostname.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact hono@4.13.19 @hono/node-server@2.1.8
cat > seen.mjs <<'JS'
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

console.log('version', JSON.parse(readFileSync('node_modules/@hono/node-server/package.json', 'utf8')).version);
async function check(options) {
  const server = createAdaptorServer({ fetch: () => new Response('ready'), ...options }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const line = connect(server.address().port, '127.0.0.1').setEncoding('utf8');
  line.write('OPTIONS / HTTP/1.0\r\n\r\n');
  const [answer] = await once(line, 'data');
  line.destroy();
  server.close();
  return answer.split('\r\n')[0];
}
console.log('without hostname:', await check({}));
console.log('with hostname:', await check({ hostname: 'localhost' }));
JS
cat > expected <<'TXT'
version 2.1.8
without hostname: HTTP/1.1 400 Bad Request
with hostname: HTTP/1.1 200 OK
TXT
node seen.mjs | tee seen
diff expected seen
