import pg from 'pg';
import { expect, test } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { type Answer, openWorld } from './world.ts';

const world = setUp(openWorld);

const claimsText = (token: string) => Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();

/** Sets these settings on every connection that the server opens from now on. */
async function poison(settings: Record<string, string>): Promise<void> {
  const owner = new pg.Client({ connectionString: world.server.databaseUrl });
  await owner.connect();
  try {
    const database = `"${new URL(world.server.databaseUrl).pathname.slice(1)}"`;
    for (const [name, value] of Object.entries(settings)) {
      await owner.query(`alter database ${database} set "${name}" = ${owner.escapeLiteral(value)}`);
    }
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'authenticator'`,
    );
  } finally {
    await owner.end();
  }
}

test('claims set on the connection are ignored', async () => {
  const names = ({ body }: Answer) => (body as { name: string }[]).map(({ name }) => name);
  const seen = async () => ({
    admin: names(await world.request('GET', '/leads?order=name', { token: world.admin })),
    member: names(await world.request('GET', '/leads?order=name', { token: world.member })),
    anonymous: (await world.request('GET', '/leads')).status,
  });
  const before = await seen();
  expect(before.admin.length).toBeGreaterThan(before.member.length);

  const claims = claimsText(world.admin);
  const { sub, role, email } = JSON.parse(claims) as Record<string, string>;
  await poison({
    'request.jwt.claim': claims,
    'request.jwt.claims': claims,
    'request.jwt.claim.sub': sub ?? '',
    'request.jwt.claim.role': role ?? '',
    'request.jwt.claim.email': email ?? '',
  });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { status } = await world.request('GET', '/customers?limit=1', { token: world.admin });
    if (status === 200) break;
  }
  expect(await seen()).toEqual(before);
});
