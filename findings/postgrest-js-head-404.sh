#!/usr/bin/env bash
# @supabase/postgrest-js 2.119.1 takes a 404 without a body for a success, with the status 204 and without an error, also with throwOnError. An answer to HEAD has no
# body: so the count of a table that does not exist, or below a wrong address, is null where the same request by GET is an error. A 403 to HEAD is an error. Guess: so
# is a 404. Product: an answer without a count is an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @supabase/postgrest-js@2.119.1
cat > seen.mjs <<'JS'
import { createServer } from 'node:http';
import { PostgrestClient } from '@supabase/postgrest-js';

const server = createServer((request, response) => {
  const status = request.url.includes('secret') ? 403 : 404;
  response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"code":"PGRST205","message":"Could not find the table"}');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const client = new PostgrestClient(`http://127.0.0.1:${server.address().port}`);
for (const [table, head] of [
  ['leeds', false],
  ['leeds', true],
  ['secret', true],
]) {
  const { status, error, count } = await client.from(table).select('*', { count: 'exact', head });
  console.log(`${table} by ${head ? 'HEAD' : 'GET'}: status ${status}, ${error ? 'an error' : 'no error'}, count ${count}`);
}
server.close();
JS
cat > expected <<'TXT'
leeds by GET: status 404, an error, count null
leeds by HEAD: status 204, no error, count null
secret by HEAD: status 403, an error, count null
TXT
node seen.mjs | tee seen
diff expected seen
