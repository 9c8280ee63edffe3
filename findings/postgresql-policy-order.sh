#!/usr/bin/env bash
# PostgreSQL 18.7 (PGlite 0.5.17) tries the permissive policies of a table in the reverse order of their names until one allows the row, whenever they were
# created, so that a name decides which sub-select each reader pays for. Guess: in the order of their names, or of their creation. Product: the policies of
# guests, whose names come first, are tried last.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @electric-sql/pglite@0.5.17
cat > seen.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';

const database = new PGlite();
console.log((await database.query('show server_version')).rows[0].server_version.split(' ')[0]);
await database.exec(`
  create table t (id int); insert into t values (1); alter table t enable row level security;
  create role reader; grant select on t to reader;
  create function tried(name text, allows boolean) returns boolean language plpgsql stable as
    $$ begin raise notice '%', name; return allows; end $$;
  create policy "b" on t for select to reader using ((select tried('b', true)));
  create policy "a" on t for select to reader using ((select tried('a', true)));
  create policy "c" on t for select to reader using ((select tried('c', false)));
  set role reader`);
const tried = [];
await database.query('select * from t', [], { onNotice: ({ message }) => tried.push(message) });
console.log('tried:', tried.join(' '));
JS
cat > expected <<'TXT'
18.7
tried: c b
TXT
node seen.mjs | tee seen
diff expected seen
