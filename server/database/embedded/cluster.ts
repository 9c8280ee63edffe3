// In charge of the cluster's files: makes the cluster once, whole or not at all, and writes at each start who may enter and with what settings.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartFailure } from '../start-failure.ts';
import { isRoot, ownUserName } from './account.ts';
import { findPackage, type Programs } from './binaries.ts';
import type { DataDir } from './data-dir.ts';
import { type Endpoint, SOCKET_PORT } from './listen-endpoint.ts';

export type Settings = Record<string, string | number>;

/** Runs one of PostgreSQL's programs to its end as the dataDir's account. Throws StartFailure with the last thing that it said. */
export async function run(dataDir: DataDir, program: string, options: string[], input = ''): Promise<void> {
  const child = spawn(program, options, { ...asAccount(dataDir), stdio: 'pipe' });
  let said = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stdin.on('error', () => {}).end(input);
  const code = await new Promise((resolve) =>
    child.on('error', ({ message }) => resolve(message)).on('close', resolve),
  );
  if (code === 0) return;
  const reason = typeof code === 'string' ? code : said.trim().split('\n').at(-1);
  throw new StartFailure(
    `PostgreSQL's ${path.basename(program)} failed (${reason}): mend that, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/** What a child of PostgreSQL may know of this process: whose it is and how to find programs, none of its secrets. */
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

/** Makes the cluster in `<dataDir>/postgres` where there is none; a start that dies in the middle leaves nothing that the next one would take for a cluster. */
export async function makeCluster(dataDir: DataDir, programs: Programs, durable: boolean): Promise<string> {
  const cluster = path.join(dataDir.directory, 'postgres');
  if (existsSync(cluster)) {
    requireSameVersion(cluster);
    return cluster;
  }
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  const encoding = ['-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--lc-messages=C'];
  const access = ['-U', 'postgres', '--auth-local=reject', '--auth-host=reject'];
  await run(dataDir, programs('initdb'), ['-D', draft, ...encoding, ...access, ...(durable ? [] : ['--no-sync'])]);
  writeAs(dataDir, path.join(draft, 'postgresql.conf'), `\ninclude = 'leadlight.conf'\n`, 'append');
  renameSync(draft, cluster);
  if (durable) syncFolder(dataDir.directory);
  return cluster;
}

/** PostgreSQL reads the files of its own major version alone. */
function requireSameVersion(cluster: string): void {
  const file = path.join(cluster, 'PG_VERSION');
  const theirs = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  const ours = findPackage(`${process.platform}-${process.arch}`).version.split('.')[0];
  if (theirs === undefined || theirs === ours) return;
  throw new StartFailure(
    `The data in ${cluster} is of PostgreSQL ${theirs}, and this version of Leadlight has PostgreSQL ${ours}: write a backup with the version that made the data (npm run backup -- before.backup), restore it with this one (DATA_DIR=new npm run restore -- before.backup), and start with that DATA_DIR.`,
  );
}

/** The new name itself must survive a power cut; Windows has no way to ask for that. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Writes the endpoint and the settings; what ALTER SYSTEM has set stands above them. */
export function configureCluster(dataDir: DataDir, cluster: string, endpoint: Endpoint, settings: Settings): void {
  const write = (name: string, lines: string[]) => {
    writeAs(dataDir, path.join(cluster, name), `# Written anew at each start.\n${lines.join('\n')}\n`);
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

/** As the account, never as root: the folder is the account's, and root would follow whatever link lay there. */
function writeAs(dataDir: DataDir, file: string, text: string, how: 'anew' | 'append' = 'anew'): void {
  if (!dataDir.account) {
    writeFileSync(file, text, { mode: 0o600, flag: how === 'append' ? 'a' : 'w' });
    return;
  }
  const script = `umask 077; cat ${how === 'append' ? '>>' : '>'} "$1"`;
  const { status } = spawnSync('/bin/sh', ['-c', script, 'sh', file], { ...asAccount(dataDir), input: text });
  if (status === 0) return;
  throw new StartFailure(
    `${file} cannot be written by user ${dataDir.account.name}: give the folder back to that user.`,
  );
}

/** Messages without statements and details, which hold people's data. */
const quiet: Settings = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

function listening(endpoint: Endpoint): Settings {
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

/** The server's own user may be the owner and the server's login; root too, where this process has to stay root. */
function identities({ account }: DataDir): string[] {
  const users = new Set([account?.name ?? ownUserName(), ...(isRoot() ? ['root'] : [])]);
  return [...users].flatMap((user) => ['postgres', 'authenticator'].map((role) => `leadlight "${user}" ${role}`));
}
