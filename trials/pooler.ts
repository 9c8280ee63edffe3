// Checks that two instances lose and mix up nothing behind a real PgBouncer, whose few connections they share. `tests/http/pooler.test.ts` has a stand-in.
//   npm run trial -- pooler [--pooling session|transaction] [--connections 64] [--seconds 20]
// Transaction pooling needs PgBouncer 1.21 or later: set PGBOUNCER=/path/to/pgbouncer.
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { atServer } from '#server/database/setup/login.ts';
import { openClient } from '../tests/support/client.ts';
import { freePort } from '../tests/support/free-port.ts';
import { runLoad } from '../tests/support/load.ts';
import { folderAccount, openNative } from '../tests/support/native-postgres.ts';
import { startProgram } from '../tests/support/program.ts';
import { openServer } from '../tests/support/server.ts';
import { newFolder } from '../tests/support/temporary-files.ts';
import { readOptions } from '../tools/read-options.ts';
import { createUsers, nextRequest } from './load/users.ts';

const values = readOptions({ pooling: 'transaction', connections: '64', seconds: '20' });
const isSession = values.pooling === 'session';
if (!isSession && values.pooling !== 'transaction') throw new Error('--pooling must be session or transaction');

const native = await openNative(newFolder('pooler'));
const port = await freePort();
const pooler = `127.0.0.1:${port}`;

/** The settings are those of docs/scaling.md. */
const config = (users: string) => `[databases]
* = host=127.0.0.1 port=${new URL(native.url).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${values.pooling}
default_pool_size = ${isSession ? 100 : 16}
max_client_conn = 1000
${isSession ? '' : 'max_prepared_statements = 200'}
`;

async function startPgbouncer() {
  const folder = newFolder('pgbouncer');
  const [file, users] = ['pgbouncer.ini', 'users'].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(users, '"postgres" ""\n"authenticator" ""\n');
  writeFileSync(file, config(users));
  const listens = () =>
    new Promise<boolean>((resolve) => {
      const probe = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      probe.on('connect', () => probe.end());
    });
  const options = { ...folderAccount(folder), cwd: folder };
  return startProgram(process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer', ['-q', file], options, listens);
}

const pgbouncer = await startPgbouncer();
const limits = { AUTH_RATE_SIGNUP: '100000', AUTH_RATE_TOKEN: '100000', AUTH_RATE_USER: '100000' };
const address: Record<string, string> = isSession
  ? { DATABASE_URL: atServer(native.url, pooler) }
  : { DATABASE_URL: native.url, DATABASE_POOLER: pooler };
const servers = await Promise.all([1, 2].map(() => openServer({ ...limits, ...address })));
const bases = servers.map(({ url }) => url);
const client = await openClient(bases[0] ?? '', native.url);
try {
  const workers = await createUsers(client, Number(values.connections));
  const result = await runLoad({ bases, workers, next: nextRequest }, Number(values.seconds));
  console.log(`${values.pooling} pooling: ${result.summary()}`);
  if (result.errors.length > 0) process.exitCode = 1;
} finally {
  await client.owner.end();
  await Promise.all(servers.map((server) => server.end()));
  await pgbouncer.stop();
  native.stop('fast');
}
