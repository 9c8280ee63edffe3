// Creates the cluster atomically, and writes its configuration at each start.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartFailure } from '../setup/start-failure.ts';
import { isRoot, ownUserName } from './account.ts';
import { findPackage, type PostgresProgram, type Programs } from './binaries.ts';
import type { DataDir } from './data-dir.ts';
import { readIfPresent } from './data-dir-lock.ts';
import { type ListenAddress, SOCKET_PORT } from './listen-endpoint.ts';

export type PostgresSettings = Record<string, string | number>;

/** `folder` is `<directory>/postgres`. */
export type Cluster = { dataDir: DataDir; programs: Programs; folder: string };

/** Runs a PostgreSQL program as the account. Throws StartFailure with its last line of output. */
export async function run(cluster: Cluster, name: PostgresProgram, options: string[], input = ''): Promise<void> {
  const program = cluster.programs(name);
  const child = spawn(program, options, { ...asAccount(cluster.dataDir), stdio: 'pipe' });
  let output = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stdin.on('error', () => {}).end(input);
  const code = await new Promise((resolve) =>
    child.on('error', ({ message }) => resolve(message)).on('close', resolve),
  );
  if (code === 0) return;
  const reason = typeof code === 'string' ? code : output.trim().split('\n').at(-1);
  throw new StartFailure(
    `PostgreSQL's ${path.basename(program)} failed (${reason}): correct that, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/** Spawn options that run as the account, with an environment without secrets. */
export function asAccount({ directory, account }: DataDir) {
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  return {
    uid: account?.uid,
    gid: account?.gid,
    cwd: directory,
    env: { PATH, SystemRoot, TEMP, TMP, LC_ALL: 'C' },
    windowsHide: true,
  };
}

/** Creates the cluster in `<dataDir>/postgres` if there is none. An interrupted start leaves no partial cluster. */
export async function createCluster(dataDir: DataDir, programs: Programs, durable: boolean): Promise<Cluster> {
  const folder = path.join(dataDir.directory, 'postgres');
  const cluster = { dataDir, programs, folder };
  if (existsSync(folder)) {
    requireSameVersion(folder);
    return cluster;
  }
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  const encoding = ['-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--lc-messages=C'];
  const access = ['-U', 'postgres', '--auth-local=reject', '--auth-host=reject'];
  await run(cluster, 'initdb', ['-D', draft, ...encoding, ...access, ...(durable ? [] : ['--no-sync'])]);
  writeAs(dataDir, path.join(draft, 'postgresql.conf'), `\ninclude = 'leadlight.conf'\n`, 'append');
  renameSync(draft, folder);
  if (durable) syncFolder(dataDir.directory);
  return cluster;
}

function requireSameVersion(folder: string): void {
  const theirs = readIfPresent(path.join(folder, 'PG_VERSION')).trim();
  const ours = findPackage(`${process.platform}-${process.arch}`).version.split('.')[0];
  if (theirs === '' || theirs === ours) return;
  throw new StartFailure(
    `The data in ${folder} is of PostgreSQL ${theirs}, and this version of Leadlight has PostgreSQL ${ours}: write a backup with the version that made the data (npm run backup -- before.backup), restore it with this one (DATA_DIR=new npm run restore -- before.backup), and start with that DATA_DIR.`,
  );
}

/** Makes the rename durable, which is not possible on Windows. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Writes configuration files. PostgresSettings made by ALTER SYSTEM take precedence. */
export function configureCluster(cluster: Cluster, endpoint: ListenAddress, settings: PostgresSettings): void {
  const { dataDir, folder } = cluster;
  const write = (name: string, lines: string[]) => {
    writeAs(dataDir, path.join(folder, name), `# Overwritten at each start.\n${lines.join('\n')}\n`);
  };
  const all = { ...quiet, ...listening(endpoint), ...settings };
  write(
    'leadlight.conf',
    Object.entries(all).map(([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`),
  );
  write('pg_hba.conf', [
    endpoint.kind === 'peer' ? 'local all all peer map=leadlight' : 'host all all 127.0.0.1/32 scram-sha-256',
  ]);
  write('pg_ident.conf', endpoint.kind === 'peer' ? identities(dataDir) : []);
}

/** Writes as the account, never as root, which would follow a symbolic link in the account's folder. */
function writeAs(dataDir: DataDir, file: string, text: string, mode: 'overwrite' | 'append' = 'overwrite'): void {
  if (!dataDir.account) {
    writeFileSync(file, text, { mode: 0o600, flag: mode === 'append' ? 'a' : 'w' });
    return;
  }
  const script = `umask 077; cat ${mode === 'append' ? '>>' : '>'} "$1"`;
  const { status } = spawnSync('/bin/sh', ['-c', script, 'sh', file], { ...asAccount(dataDir), input: text });
  if (status === 0) return;
  throw new StartFailure(
    `${file} cannot be written by user ${dataDir.account.name}: give the folder back to that user.`,
  );
}

/** Keeps statements and details, which contain personal data, out of the log. */
const quiet: PostgresSettings = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

function listening(endpoint: ListenAddress): PostgresSettings {
  return endpoint.kind === 'peer'
    ? {
        listen_addresses: '',
        unix_socket_directories: endpoint.folder,
        unix_socket_permissions: '0700',
        port: SOCKET_PORT,
      }
    : {
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        port: endpoint.port,
        password_encryption: 'scram-sha-256',
      };
}

/** Lets the server's user, and root if the server still runs as root, sign in as the owner and as the login. */
function identities({ account }: DataDir): string[] {
  const users = new Set([account?.name ?? ownUserName(), ...(isRoot() ? ['root'] : [])]);
  return [...users].flatMap((user) => ['postgres', 'authenticator'].map((role) => `leadlight "${user}" ${role}`));
}
