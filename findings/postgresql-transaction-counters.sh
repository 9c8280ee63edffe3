#!/usr/bin/env bash
# PostgreSQL 18.7 (PGlite 0.5.17): pg_stat_get_xact_tuples_updated, documented as the count of the current transaction, begins with the rows that an earlier
# transaction of the connection has changed, one that was rolled back too, until the server has flushed its statistics (about a second).
# Guess: 0 before the first update of a transaction. Product: a trigger sums what one statement writes by itself.
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
await database.exec('create table t (id int, n int); insert into t select id, 0 from generate_series(1, 1000) id');
await database.exec('begin; update t set n = 1; rollback');
const count = async () =>
  Number((await database.query(`select pg_stat_get_xact_tuples_updated('t'::regclass) as updated`)).rows[0].updated);
await database.exec('begin');
console.log('at the start of a transaction:', await count());
await database.exec('update t set n = 2 where id = 1');
console.log('after an update of one row:', await count());
await database.exec('commit');
JS
cat > expected <<'TXT'
18.7
at the start of a transaction: 1000
after an update of one row: 1001
TXT
node seen.mjs | tee seen
diff expected seen
