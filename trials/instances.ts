// Checks that several instances share all state and that a stopped instance loses nothing. nginx balances the instances; PgBouncer pools their connections to a native PostgreSQL.
//   npm run trial -- instances [--instances 1,2,4] [--connections 64] [--seconds 20] [--pooling session|transaction]
// Transaction pooling needs PgBouncer 1.21 or later: set PGBOUNCER=/path/to/pgbouncer.
import { setTimeout as delay } from 'node:timers/promises';
import { atServer } from '#server/database/setup/login.ts';
import { openClient } from '../tests/support/client.ts';
import { isServerError, runLoad } from '../tests/support/load.ts';
import { openNative } from '../tests/support/native-postgres.ts';
import { openServer } from '../tests/support/server.ts';
import { newFolder } from '../tests/support/temporary-files.ts';
import { readOptions } from '../tools/read-options.ts';
import { instanceChecks } from './instances/checks.ts';
import { missingProgram, type Pooling, startNginx, startPgbouncer } from './instances/programs.ts';
import { createUsers, nextRequest } from './load/users.ts';

const values = readOptions({ instances: '1,2,4', connections: '64', seconds: '20', pooling: 'session' });
const missing = missingProgram();
if (missing) throw new Error(`${missing} not found: install the Debian packages pgbouncer and nginx-light`);
const { pooling } = values;
if (pooling !== 'session' && pooling !== 'transaction') throw new Error('--pooling must be session or transaction');

const WRONG_PASSWORDS = 5;
const settings = {
  AUTH_RATE_SIGNUP: '100000',
  AUTH_RATE_TOKEN: '100000',
  AUTH_RATE_USER: '100000',
  AUTH_RATE_ACCOUNT: String(WRONG_PASSWORDS),
  TRUST_PROXY: '1',
};

async function runTrial(instances: number, pooling: Pooling): Promise<void> {
  const folder = newFolder('instances');
  const native = await openNative(folder);
  const pgbouncer = await startPgbouncer(folder, native.url, pooling);
  const pooler = `127.0.0.1:${pgbouncer.port}`;
  const connection: Record<string, string> =
    pooling === 'session'
      ? { DATABASE_URL: atServer(native.url, pooler) }
      : { DATABASE_URL: native.url, DATABASE_POOLER: pooler };
  const env = { ...settings, ...connection };
  const servers = await Promise.all(Array.from({ length: instances }, () => openServer(env)));
  const nginx = await startNginx(
    folder,
    servers.map(({ url }) => url),
  );
  try {
    const url = `http://127.0.0.1:${nginx.port}`;
    const client = await openClient(url, native.url);
    for (const [name, check] of Object.entries(instanceChecks(client, instances, WRONG_PASSWORDS))) {
      await check();
      console.log(`  ${name}`);
    }
    const users = await createUsers(client, Number(values.connections));
    const seconds = Number(values.seconds);
    const load = async () => {
      const run = { bases: [url], workers: users, next: nextRequest, isError: isServerError };
      return (await runLoad(run, seconds)).summary();
    };
    console.log(`  ${await load()}`);
    if (instances > 1) {
      for (const [signal, how] of [
        ['SIGTERM', 'shut down'],
        ['SIGKILL', 'killed'],
      ] as const) {
        const loading = load();
        await delay((seconds * 1000) / 2);
        const { port } = new URL(servers[0]?.url ?? '');
        await servers[0]?.end(signal);
        console.log(`  one instance ${how} halfway: ${await loading}`);
        servers[0] = await openServer({ ...env, PORT: port });
      }
    }
    await client.owner.end();
  } finally {
    await nginx.stop();
    await Promise.all(servers.map((server) => server.end()));
    await pgbouncer.stop();
    native.stop('fast');
  }
}

for (const instances of values.instances.split(',').map(Number)) {
  console.log(
    `${instances} instance${instances === 1 ? '' : 's'}, ${values.connections} connections, ${pooling} pooling`,
  );
  await runTrial(instances, pooling);
}
