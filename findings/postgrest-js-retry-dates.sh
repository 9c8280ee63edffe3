#!/usr/bin/env bash
# @supabase/postgrest-js 2.119.1 waits as many seconds as Retry-After says, and not at all where it is a date: four requests at once, to a server that asks for a
# minute. Guess: it waits until the date. Product: the web app's fetch reads dates, and waits ten seconds at most.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @supabase/postgrest-js@2.119.1
cat > seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { PostgrestClient } from '@supabase/postgrest-js';

console.log('version', JSON.parse(readFileSync('node_modules/@supabase/postgrest-js/package.json', 'utf8')).version);
for (const [name, value] of [
  ['seconds', () => '1'],
  ['a date', () => new Date(Date.now() + 60_000).toUTCString()],
]) {
  const times = [];
  const server = createServer((_, response) => {
    times.push(performance.now());
    response.writeHead(503, { 'Retry-After': value() }).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { status } = await new PostgrestClient(`http://127.0.0.1:${server.address().port}`).from('leads').select();
  const seconds = Math.round((times.at(-1) - times[0]) / 1000);
  console.log(`${name}: ${times.length} requests in ${seconds} s, then ${status}`);
  server.close();
}
JS
cat > expected <<'TXT'
version 2.119.1
seconds: 4 requests in 3 s, then 503
a date: 4 requests in 0 s, then 503
TXT
node seen.mjs | tee seen
diff expected seen
