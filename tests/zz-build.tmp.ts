import pg from 'pg';
import { readFileSync, writeFileSync } from 'node:fs';
import { fillCustomer } from '#tests/support/filled-customer.ts';
import { DELETION, literals, ROWS } from '#tests/database/exposed-calls.ts';
const { url, template } = JSON.parse(readFileSync('/tmp/plans/cluster.json', 'utf8'));
const at = (name: string) => { const u = new URL(url); u.pathname = '/' + name; return u.href; };
const root = new pg.Client({ connectionString: url }); await root.connect();
const ADMIN = '00000000-0000-4000-8000-00000000000a';
const state = process.argv[2] ?? 'analyzed';
const P = state === 'analyzed' ? '' : state + '_';
for (const n of [P + 'base', P + 'fresh', P + 'after']) await root.query(`drop database if exists ${n} with (force)`);
await root.query(`create database ${P}base template ${template}`);
const client = new pg.Client({ connectionString: at(P + 'base') }); await client.connect();
await client.query(`do $$ declare name text; begin
    for name in select oid::regclass from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace) loop
      execute format('alter table %s set (autovacuum_enabled = false)', name);
    end loop;
  end $$`);
await client.query('insert into auth.users (id, email) values ($1, $2)', [ADMIN, 'admin@example.test']);
await client.query('insert into auth.sessions (id, user_id, created_at) values ($1, $1, now())', [ADMIN]);
await client.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [ADMIN]);
if (state === 'one') { await fillCustomer(client, ADMIN, ROWS * 2); await client.query('vacuum analyze'); }
if (state === 'analyzed') { for (let n = 0; n < 8; n += 1) await fillCustomer(client, ADMIN, ROWS * 0.3); await client.query('vacuum analyze'); }
if (state === 'empty') await client.query('vacuum analyze');
const filled = await fillCustomer(client, ADMIN, ROWS);
await client.query('begin');
await client.query(`select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`, [JSON.stringify({ sub: ADMIN, session_id: ADMIN, role: 'authenticated', aal: 'aal1' })]);
await client.query(`select public.delete_rows('leads', array(select id from public.leads where customer_id = $1 and is_approved is null order by created_at limit 1000), $2)`, [filled.customer, DELETION]);
await client.query('reset role; commit');
writeFileSync(`/tmp/plans/${P}filled.json`, JSON.stringify(filled));
await client.end();
await root.query(`create database ${P}fresh template ${P}base`);
await root.query(`create database ${P}after template ${P}base`);
const a = new pg.Client({ connectionString: at(P + 'after') }); await a.connect(); await a.query('analyze'); await a.end();
await root.end();
