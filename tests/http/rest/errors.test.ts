import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { openWorld } from './world.ts';

const world = setUp(() => openWorld({ STATEMENT_TIMEOUT: '5' }));

const json = 'application/json; charset=utf-8';

/** The whole error response. */
const errorResponse = (
  status: number,
  code: string,
  message: string,
  more: { details?: unknown; hint?: string } = {},
) => ({
  status,
  headers: { 'content-type': json, 'proxy-status': `PostgREST; error=${code}` },
  body: { code, details: more.details ?? null, hint: more.hint ?? null, message },
});

describe('unknown names', () => {
  test.each([
    ['/nope', errorResponse(404, 'PGRST205', "Could not find the table 'public.nope' in the schema cache")],
    ['/zoo_animals?select=nope', errorResponse(400, '42703', 'column zoo_animals.nope does not exist')],
    ['/zoo_animals?nope=eq.1', errorResponse(400, '42703', 'column zoo_animals.nope does not exist')],
    ['/zoo_animals?select=id,zoo_visits(nope)', errorResponse(400, '42703', 'column zoo_visits_1.nope does not exist')],
    [
      '/zoo_animals?select=id,k:zoo_keepers(zoo_licences(code))&k.zoo_licences.nope=eq.1',
      errorResponse(400, '42703', 'column zoo_licences_2.nope does not exist'),
    ],
    ['/zoo_visitors?select=zoo_animals(nope)', errorResponse(400, '42703', 'column zoo_animals.nope does not exist')],
    ['/zoo_animals?select=id::nope', errorResponse(400, '42704', 'type "nope" does not exist')],
    [
      '/zoo_animals?select=nope(*)',
      errorResponse(
        400,
        'PGRST200',
        "Could not find a relationship between 'zoo_animals' and 'nope' in the schema cache",
        {
          details:
            "Searched for a foreign key relationship between 'zoo_animals' and 'nope' in the schema 'public', but no matches were found.",
        },
      ),
    ],
    [
      '/zoo_animals?zoo_keepers.name=eq.1',
      errorResponse(400, 'PGRST108', "'zoo_keepers' is not an embedded resource in this request", {
        hint: "Verify that 'zoo_keepers' is included in the 'select' query parameter.",
      }),
    ],
    ['/zoo_animals/1', errorResponse(404, 'PGRST125', 'Invalid path specified in request URL')],
    ['/%ff', errorResponse(404, 'PGRST125', 'Invalid path specified in request URL')],
  ])('the unknown name in %s is an error', async (target, answer) => {
    expect(await world.request('GET', target, { token: world.admin })).toEqual(answer);
  });

  test('an ambiguous relationship lists its candidates', async () => {
    const details = ['receiver', 'sender'].map((column) => ({
      cardinality: 'many-to-one',
      embedding: 'zoo_messages with zoo_keepers',
      relationship: `zoo_messages_${column}_fkey using zoo_messages(${column}) and zoo_keepers(id)`,
    }));
    expect(await world.request('GET', '/zoo_messages?select=zoo_keepers(*)', { token: world.admin })).toEqual(
      errorResponse(
        300,
        'PGRST201',
        "Could not embed because more than one relationship was found for 'zoo_messages' and 'zoo_keepers'",
        {
          details,
          hint: "Try changing 'zoo_keepers' to one of the following: 'zoo_keepers!zoo_messages_receiver_fkey', 'zoo_keepers!zoo_messages_sender_fkey'. Find the desired relationship in the 'details' key.",
        },
      ),
    );
  });
});

test.each([
  ['/zoo_messages?select=zoo_keepers!sender(*),zoo_keepers!receiver(*)', 'zoo_messages_zoo_keepers_1'],
  ['/zoo_animals?select=k:zoo_visits(*),k:zoo_keepers(*)', 'zoo_animals_k_1'],
  ['/zoo_animals?select=zoo_keepers(name),...zoo_keepers(name)', 'zoo_animals_zoo_keepers_1'],
  ['/zoo_animals?select=zoo_keepers(zoo_licences(code),zoo_licences())', 'zoo_keepers_zoo_licences_2'],
])('a name is embedded once: %s', async (target, label) => {
  expect(await world.request('GET', target, { token: world.admin })).toEqual(
    errorResponse(400, '42712', `table name "${label}" specified more than once`),
  );
});

test.each([
  ['/zoo_animals?select=*,count', 'zoo_animals.id'],
  ['/zoo_animals?select=count&order=id', 'zoo_animals.id'],
  ['/zoo_animals?select=id&order=count', 'zoo_animals.id'],
  ['/zoo_animals?select=count,zoo_keepers(name)', 'zoo_animals_zoo_keepers_1.*'],
  ['/zoo_animals?select=id,zoo_visits(count,visitor_id)', 'zoo_visits_1.visitor_id'],
])('a count of rows has no columns beside it: %s', async (target, column) => {
  expect(await world.request('GET', target, { token: world.admin })).toEqual(
    errorResponse(
      400,
      '42803',
      `column "${column}" must appear in the GROUP BY clause or be used in an aggregate function`,
    ),
  );
});

describe('requests that cannot be parsed', () => {
  test.each([
    [
      'id=bar',
      '"failed to parse filter (bar)" (line 1, column 1)',
      'unexpected "b" expecting "not" or operator (eq, gt, ...)',
    ],
    [
      'order=id.up',
      '"failed to parse order (id.up)" (line 1, column 4)',
      'unexpected "u" expecting "asc", "desc", "nullsfirst" or "nullslast"',
    ],
    ['id=eq.%ff', '"failed to parse query string"', 'percent-encoding that is not valid UTF-8'],
    ['id=eq.%00', '"failed to parse query string"', 'a NUL character is not allowed'],
  ])('the query %s cannot be parsed', async (query, message, details) => {
    expect(await world.request('GET', `/zoo_animals?${query}`)).toEqual(
      errorResponse(400, 'PGRST100', message, { details }),
    );
  });

  test.each([
    ['an empty body', '', 'Empty or invalid json'],
    ['half a body', '{"id":', 'Empty or invalid json'],
    ['a scalar', '3', 'The body must be an object or an array of objects'],
    ['a list of values', '[1,2]', 'The body must be an object or an array of objects'],
  ])('%s cannot be parsed', async (_, body, message) => {
    expect(await world.request('POST', '/zoo_keepers', { token: world.admin, body })).toEqual(
      errorResponse(400, 'PGRST102', message),
    );
  });

  test('a body that is not UTF-8 is rejected', async () => {
    const response = await fetch(`${world.server.url}/rest/v1/zoo_keepers`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 400,
      body: { code: 'PGRST102', details: null, hint: null, message: 'The request body is not valid UTF-8' },
    });
  });

  test('a key that is not a column is rejected', async () => {
    expect(await world.request('POST', '/zoo_keepers', { token: world.admin, body: { nope: 1 } })).toEqual(
      errorResponse(400, 'PGRST204', "Could not find the 'nope' column of 'zoo_keepers' in the schema cache"),
    );
  });
});

describe('limits', () => {
  test('a body over 4 MiB is 413', async () => {
    const body = JSON.stringify({ id: 1, name: 'x'.repeat(4 * 1024 * 1024) });
    expect(await world.request('POST', '/zoo_keepers', { token: world.admin, body })).toMatchObject({
      status: 413,
      body: { code: 'PGRST102', message: 'The request body is larger than 4194304 bytes' },
    });
  });

  test.each([
    ['conditions', `or=${'(and'.repeat(2_000)}`],
    ['resources', `select=${'a('.repeat(2_000)}`],
    ['parameters', 'id=eq.1&'.repeat(250)],
  ])('too many %s are 400', async (_, query) => {
    expect(await world.request('GET', `/zoo_animals?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'PGRST100' },
    });
  });

  test('a statement that takes too long is cancelled', async () => {
    expect(await world.request('POST', '/rpc/zoo_sleep', { token: world.admin, body: {} })).toEqual(
      errorResponse(500, '57014', 'canceling statement due to statement timeout'),
    );
  });
});

describe('unsupported features', () => {
  test.each([
    ['GET', '/zoo_animals?select=weight.sum()', {}, 400, 'PGRST123'],
    ['GET', '/zoo_animals?select=count()', {}, 400, 'PGRST123'],
    ['GET', '/zoo_keepers?select=...zoo_animals(name)', {}, 400, 'PGRST119'],
    ['GET', '/zoo_animals', { accept: 'application/vnd.pgrst.plan+json' }, 406, 'PGRST107'],
    ['GET', '/zoo_animals', { accept: 'application/geo+json' }, 406, 'PGRST107'],
    ['GET', '/', {}, 404, 'PGRST126'],
    ['PUT', '/zoo_keepers?id=eq.1', {}, 405, 'PGRST117'],
  ])('the request %s %s is rejected as unsupported', async (method, target, headers, status, code) => {
    expect(await world.request(method, target, { token: world.admin, headers })).toMatchObject({
      status,
      body: { code },
    });
  });

  test('tx=rollback has no effect, as on a hosted project', async () => {
    const headers = { prefer: 'tx=rollback,return=representation' };
    const body = { id: 50, name: 'Stays' };
    const answer = await world.request('POST', '/zoo_keepers', { token: world.admin, headers, body });
    expect(answer).toMatchObject({ status: 201, headers: { 'preference-applied': 'return=representation' } });
    expect((await world.request('GET', '/zoo_keepers?id=eq.50')).body).toEqual([body]);
  });
});

describe('authentication', () => {
  test('an unsigned token is rejected', async () => {
    const answer = await world.request('GET', '/zoo_animals', { token: 'a.b.c' });
    expect(answer).toMatchObject({ status: 401, body: { code: 'PGRST301' } });
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token", error_description="/);
  });

  test('a token with unusual characters is rejected like any other', async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'ES256', kid: 'k€y"\r\n' })}.${part({ role: 'service_role' })}.${part('x')}`;
    const answer = await world.request('GET', '/zoo_animals', { token });
    expect(answer).toMatchObject({ status: 401, body: { code: 'PGRST301' } });
  });

  test('the publishable key is anonymous', async () => {
    const answer = await world.request('GET', '/leads', { token: world.server.publishableKey });
    expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' }, body: { code: '42501' } });
  });

  test('another schema is not exposed', async () => {
    for (const schema of ['private', 'auth', 'pg_catalog']) {
      expect(
        await world.request('GET', '/users', { token: world.admin, headers: { 'accept-profile': schema } }),
      ).toEqual(
        errorResponse(406, 'PGRST106', `Invalid schema: ${schema}`, {
          hint: 'Only the following schemas are exposed: public',
        }),
      );
    }
  });

  test('an unknown preference is rejected with handling=strict', async () => {
    expect(await world.request('GET', '/zoo_animals', { headers: { prefer: 'handling=strict, foo' } })).toEqual(
      errorResponse(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
        details: 'Invalid preferences: foo',
      }),
    );
  });
});

describe('database changes', () => {
  test('a new table is found', async () => {
    await world.sql('create table public.zoo_late (id int); grant select on public.zoo_late to anon; notify pgrst');
    await expect
      .poll(() => world.request('GET', '/zoo_late'), { timeout: 10_000 })
      .toMatchObject({ status: 200, body: [] });
    await world.sql('alter table public.zoo_late add column name text');
    await expect
      .poll(() => world.request('GET', '/zoo_late?select=name'), { timeout: 10_000 })
      .toMatchObject({ status: 200, body: [] });
  });

  test('terminated connections are replaced', async () => {
    await world.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator' and datname = current_database()`,
    );
    await expect
      .poll(() => world.request('GET', '/zoo_keepers?select=id&id=eq.1'), { timeout: 10_000 })
      .toMatchObject({ status: 200, body: [{ id: 1 }] });
  });

  test('an unreachable database is 503 with Retry-After', async () => {
    const name = new URL(world.server.databaseUrl).pathname.slice(1);
    const elsewhere = new URL(world.server.databaseUrl);
    elsewhere.pathname = '/postgres';
    const owner = new pg.Client({ connectionString: elsewhere.href });
    await owner.connect();
    await owner.query(`alter database ${name} allow_connections false`);
    await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await expect
      .poll(() => world.request('GET', '/zoo_keepers'), { timeout: 10_000 })
      .toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    await owner.query(`alter database ${name} allow_connections true`);
    await owner.end();
    await expect
      .poll(() => world.request('GET', '/zoo_keepers?id=eq.1&select=id'), { timeout: 10_000 })
      .toMatchObject({ status: 200 });
  });
});
