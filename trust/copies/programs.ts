// PgBouncer and nginx from the machine's packages, on free ports, not as root.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../tests/support/free-port.ts';

export type Program = { port: number; stop(): Promise<void> };

/** PGBOUNCER selects another version than the package's. */
const PGBOUNCER = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer';
const NGINX = '/usr/sbin/nginx';

/** The missing program; undefined if both are installed. */
export const missingProgram = (): string | undefined => [PGBOUNCER, NGINX].find((file) => !existsSync(file));

/** PgBouncer's pool mode. */
export type Pooling = 'session' | 'transaction';

/** The numbers of docs/scaling.md. */
export async function startPgbouncer(folder: string, databaseUrl: string, pooling: Pooling): Promise<Program> {
  const { port: databasePort } = new URL(databaseUrl);
  const port = await freePort();
  const own = roomIn(folder, 'pgbouncer');
  const users = path.join(own, 'users');
  const config = path.join(own, 'pgbouncer.ini');
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
  return started(spawn(PGBOUNCER, ['-q', config], { ...unprivileged(own), stdio: 'ignore' }), port);
}

/** Balances requests round-robin and retries GET on the next instance. `X-Copy` names the instance. */
export async function startNginx(folder: string, copies: readonly string[]): Promise<Program> {
  const port = await freePort();
  const own = roomIn(folder, 'nginx');
  const config = path.join(own, 'nginx.conf');
  const servers = copies.map((url) => `server ${new URL(url).host} max_fails=1 fail_timeout=2s;`).join('\n    ');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${own}/${name};`,
  );
  writeFileSync(
    config,
    `daemon off;
worker_processes 1;
pid ${own}/pid;
error_log ${own}/error.log crit;
events { worker_connections 4096; }
http {
  access_log off;
  ${temporary.join('\n  ')}
  client_max_body_size 64m;
  upstream copies {
    ${servers}
    keepalive 256;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://copies;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      add_header X-Copy $upstream_addr always;
    }
  }
}
`,
  );
  return started(
    spawn(NGINX, ['-c', config, '-p', own, '-e', `${own}/error.log`], { ...unprivileged(own), stdio: 'ignore' }),
    port,
  );
}

async function started(program: ChildProcess, port: number): Promise<Program> {
  const stop = async () => {
    program.kill('SIGTERM');
    if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
  };
  for (let tries = 0; tries < 100 && program.exitCode === null; tries += 1) {
    if (await listens(port)) return { port, stop };
    await wait(50);
  }
  await stop();
  throw new Error(`${program.spawnfile} does not listen`);
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    probe.on('connect', () => probe.end());
  });

function roomIn(folder: string, name: string): string {
  const own = path.join(folder, name);
  mkdirSync(own, { recursive: true, mode: 0o755 });
  const { uid, gid } = unprivileged(own);
  if (uid !== undefined && gid !== undefined) chownSync(own, uid, gid);
  return own;
}

function unprivileged(cwd: string): { uid?: number; gid?: number; cwd: string } {
  if (process.getuid?.() !== 0) return { cwd };
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g'), cwd };
}
