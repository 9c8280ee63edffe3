#!/usr/bin/env bash
# postgres 3.4.9 reads a null within an array as the text NULL, so that a list of names has one of that name, which is not empty; pg 8.23.1 reads null. Both write it
# as null, so that a row that is read and written by the former has the text in the database. Guess: null. Product: reads and writes rows by pg.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact postgres@3.4.9 pg@8.23.1 @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17
cat > seen.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';
import postgres from 'postgres';

const host = process.cwd();
const database = await PGlite.create();
const server = new PGLiteSocketServer({ db: database, path: `${host}/.s.PGSQL.5432` });
await server.start();
const login = { host, user: 'postgres', database: 'postgres' };
const names = `select array['Ada', null] as names`;

const client = new pg.Client(login);
await client.connect();
console.log('pg:', JSON.stringify((await client.query(names)).rows[0].names));
await client.end();

const sql = postgres({ ...login, max: 1 });
const [read] = await sql.unsafe(names);
console.log('postgres:', JSON.stringify(read.names));
const [written] = await sql`select array_position(${[null]}::text[], null) is not null as "null", array_position(${read.names}::text[], 'NULL') is not null as "text"`;
console.log('written by it: null as null', written.null, 'and what was read as a text', written.text);
await sql.end();
await server.stop();
await database.close();
JS
cat > expected <<'TXT'
pg: ["Ada",null]
postgres: ["Ada","NULL"]
written by it: null as null true and what was read as a text true
TXT
node seen.mjs | tee seen
diff expected seen
