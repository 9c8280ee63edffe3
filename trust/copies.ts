// Do several instances agree, and does a killed one lose anything? Runs nginx, the instances, PgBouncer and a native PostgreSQL.
//   npm run trust -- copies [--copies 1,2,4] [--connections 64] [--seconds 20] [--pooling session|transaction]
// Transaction pooling requires PgBouncer 1.21 or later; PGBOUNCER=/path/to/pgbouncer selects one.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { atServer } from '#server/database/login.ts';
import { openClient } from '../bench/support/leadlight.ts';
import { launch } from '../tests/support/server.ts';
import { checksOf } from './copies/checks.ts';
import { missingProgram, type Pooling, startNginx, startPgbouncer } from './copies/programs.ts';
import { openNative } from './faults/native.ts';
import { createLoadUsers } from './load/accounts.ts';
import { workFor } from './load/run.ts';

const { values } = parseArgs({
  options: {
    copies: { type: 'string', default: '1,2,4' },
    connections: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '20' },
    pooling: { type: 'string', default: 'session' },
  },
});
const missing = missingProgram();
if (missing) throw new Error(`${missing} is not here: install Debian's packages pgbouncer and nginx-light`);
const { pooling } = values;
if (pooling !== 'session' && pooling !== 'transaction') throw new Error('--pooling is session or transaction');

const LIMIT = 5;
const admin = { email: 'admin@example.test', password: 'admin-password' };
const settings = {
  AUTH_RATE_SIGNUP: '100000',
  AUTH_RATE_TOKEN: '100000',
  AUTH_RATE_ACCOUNT: String(LIMIT),
  TRUST_PROXY: '1',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
};

async function tryWith(copies: number, pooling: Pooling): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'leadlight-copies-'));
  const native = await openNative(folder);
  const pgbouncer = await startPgbouncer(folder, native.url, pooling);
  const pooler = `127.0.0.1:${pgbouncer.port}`;
  const way: Record<string, string> =
    pooling === 'session'
      ? { DATABASE_URL: atServer(native.url, pooler) }
      : { DATABASE_URL: native.url, DATABASE_POOLER: pooler };
  const env = { ...settings, ...way, DATA_DIR: folder };
  const launched = Array.from({ length: copies }, () => launch(env));
  const nginx = await startNginx(folder, await Promise.all(launched.map(({ url }) => url)));
  try {
    const url = `http://127.0.0.1:${nginx.port}`;
    const client = await openClient(url, native.url, admin);
    for (const [name, check] of Object.entries(
      checksOf({ url, admin: client.admin, owner: client.owner }, copies, LIMIT),
    )) {
      await check();
      console.log(`  ${name}`);
    }
    const users = await createLoadUsers(client, Number(values.connections));
    const agent = () => new Agent({ keepAlive: true, maxSockets: users.length });
    const seconds = Number(values.seconds);
    console.log(`  ${(await workFor(seconds, users, users.length, url, agent())).line(seconds)}`);
    if (copies > 1) {
      for (const [signal, how] of [
        ['SIGTERM', 'stopped in order'],
        ['SIGKILL', 'killed'],
      ] as const) {
        const working = workFor(seconds, users, users.length, url, agent());
        await delay((seconds * 1000) / 2);
        const { port } = new URL((await launched[0]?.url) ?? '');
        await launched[0]?.end(signal);
        console.log(`  one copy ${how} in the middle: ${(await working).line(seconds)}`);
        launched[0] = launch({ ...env, PORT: port });
        await launched[0].url;
      }
    }
    await client.owner.end();
  } finally {
    await nginx.stop();
    await Promise.all(launched.map((copy) => copy.end('SIGTERM')));
    await pgbouncer.stop();
    native.stop('fast');
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const copies of values.copies.split(',').map(Number)) {
  console.log(
    `${copies} ${copies === 1 ? 'copy' : 'copies'}, ${values.connections} connections, pooled by the ${pooling}`,
  );
  await tryWith(copies, pooling);
}
