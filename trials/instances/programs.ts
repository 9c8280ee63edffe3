// Starts PgBouncer and nginx from the machine's packages, on free ports and without root privileges.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { freePort } from '../../tests/support/free-port.ts';
import { accountOf } from '../../tests/support/native-postgres.ts';
import { type Program, startProgram } from '../../tests/support/program.ts';

type ListeningProgram = Program & { port: number };

/** PGBOUNCER selects another version than the package's. */
const PGBOUNCER = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer';
const NGINX = '/usr/sbin/nginx';

/** The first program that is not installed, if any. */
export const missingProgram = (): string | undefined => [PGBOUNCER, NGINX].find((file) => !existsSync(file));

export type Pooling = 'session' | 'transaction';

/** The settings are those of docs/scaling.md. */
export async function startPgbouncer(folder: string, databaseUrl: string, pooling: Pooling): Promise<ListeningProgram> {
  const { port: databasePort } = new URL(databaseUrl);
  const port = await freePort();
  const directory = makeFolder(folder, 'pgbouncer');
  const users = path.join(directory, 'users');
  const config = path.join(directory, 'pgbouncer.ini');
  writeFileSync(users, '"postgres" ""\n"authenticator" ""\n');
  writeFileSync(
    config,
    `[databases]
* = host=127.0.0.1 port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${pooling}
default_pool_size = ${pooling === 'session' ? 100 : 16}
max_client_conn = 1000
${pooling === 'session' ? '' : 'max_prepared_statements = 200'}
`,
  );
  return listening(PGBOUNCER, ['-q', config], directory, port);
}

/** Balances round robin and retries a GET on the next instance when one is down. `X-Instance` names the instance that responded. */
export async function startNginx(folder: string, instances: readonly string[]): Promise<ListeningProgram> {
  const port = await freePort();
  const directory = makeFolder(folder, 'nginx');
  const config = path.join(directory, 'nginx.conf');
  const servers = instances.map((url) => `server ${new URL(url).host} max_fails=1 fail_timeout=2s;`).join('\n    ');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  writeFileSync(
    config,
    `daemon off;
worker_processes 1;
pid ${directory}/pid;
error_log ${directory}/error.log crit;
events { worker_connections 4096; }
http {
  access_log off;
  ${temporary.join('\n  ')}
  client_max_body_size 64m;
  upstream instances {
    ${servers}
    keepalive 256;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://instances;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      add_header X-Instance $upstream_addr always;
    }
  }
}
`,
  );
  const args = ['-c', config, '-p', directory, '-e', `${directory}/error.log`];
  return listening(NGINX, args, directory, port);
}

/** Starts a program that listens on a port, in a folder of its account. */
async function listening(file: string, args: string[], folder: string, port: number): Promise<ListeningProgram> {
  const options = { ...accountOf(folder), cwd: folder };
  return { port, ...(await startProgram(file, args, options, () => listens(port))) };
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    probe.on('connect', () => probe.end());
  });

function makeFolder(folder: string, name: string): string {
  const directory = path.join(folder, name);
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  return directory;
}
