// The package of `npx leadlight`, installed as npm installs it, on the oldest and newest Node and on this one. Needs npm's registry.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { openSession, send } from '../support/client.ts';
import { ImportClient } from '../support/import-client.ts';
import { type Launched, launch } from '../support/server.ts';
import { newFolder } from '../support/temporary-files.ts';

const project = path.join(import.meta.dirname, '../..');
const folder = newFolder('package');
const installed = path.join(folder, 'node_modules/leadlight');
const bin = path.join(installed, 'lib/leadlight.js');
const engines = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')).engines.node as string;

/** npm has Node for Linux as packages. */
const OTHER_NODES = process.platform === 'linux' ? ['22.12.0', 'latest'] : [];

const npm = (...args: string[]) =>
  execFileSync('npm', args, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' });
const install = (into: string, ...packages: string[]) =>
  npm('install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', into, ...packages);

beforeAll(() => {
  chmodSync(folder, 0o755); // a server that root starts drops to another account
  execFileSync(process.execPath, ['tools/package.ts'], { cwd: project, stdio: 'inherit' });
  install(folder, path.join(folder, npm('pack', '--silent', path.join(project, 'dist/package')).trim()));
}, 300_000);

const launched: Launched[] = [];
afterEach(() => Promise.all(launched.splice(0).map((server) => server.end('SIGKILL'))));

/** Launches a server that ends with its test at the latest. */
function open(...options: Parameters<typeof launch>): Launched {
  const server = launch(...options);
  launched.push(server);
  return server;
}

const run = (node: string, ...args: string[]) => {
  const { stdout, stderr, status } = spawnSync(node, [bin, ...args], { cwd: folder, encoding: 'utf8' });
  return { printed: stdout + stderr, status };
};

/** Installs a version of Node, and returns its program. */
function installNode(version: string): string {
  const into = path.join(folder, `node-${version}`);
  mkdirSync(into, { recursive: true });
  install(into, `node-linux-${process.arch}@${version}`);
  return path.join(into, `node_modules/node-linux-${process.arch}/bin/node`);
}

test.each([process.versions.node, ...OTHER_NODES])(
  'the package starts with its demo on Node %s, imports ten leads, of which the guest of a review link approves one, and stops',
  async (version) => {
    const node = version === process.versions.node ? process.execPath : installNode(version);
    const dataDir = path.join(folder, `data-${version}`);
    const server = open({ DATA_DIR: dataDir }, { program: [node, bin, '--demo'] });
    const url = await server.url;
    const { supabaseKey: publishableKey } = (await send(`${url}/config.json`)).body as { supabaseKey: string };
    const account = { email: 'admin@leadlight.example', password: 'leadlight' };
    const { access_token: token } = await openSession(url, 'token?grant_type=password', account);
    const client = new ImportClient({ url, publishableKey }, token);
    const customerId = await client.newCustomer();
    const bytes = ['Name,Email', ...Array.from({ length: 10 }, (_, n) => `Lead ${n},lead-${n}@acme.test`)].join('\n');
    expect(await client.importFile({ bytes, type: 'leads', customerId })).toMatchObject({ successfulRows: 10 });
    const { body: link } = await client.request<{ token: string }>('/rest/v1/rpc/create_review_link', {
      customer_id: customerId,
      email: 'guest@acme.test',
    });
    const review = (body: Record<string, string>) =>
      send(`${url}/functions/v1/review-link`, { body: { ...body, token: link.token } });
    expect(await review({ action: 'send_code' })).toMatchObject({ status: 200, body: { sent: true } });
    const [email = ''] = readdirSync(path.join(dataDir, 'outbox'));
    const [code = ''] = /^\d{6}(?=\r?$)/m.exec(readFileSync(path.join(dataDir, 'outbox', email), 'utf8')) ?? [];
    const guest = (await review({ action: 'redeem', code })).body as { access_token: string };
    const headers = { apikey: publishableKey };
    const deciding = { method: 'PATCH', token: guest.access_token, headers, body: { is_approved: true } };
    const lead = `${url}/rest/v1/leads?name=eq.Lead%201&select=is_approved`;
    expect((await send(lead, { ...deciding, prefer: 'return=representation' })).body).toEqual([{ is_approved: true }]);
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Leadlight</title>')]);
    expect(await server.end('SIGINT')).toBe(0);
    expect(server.output()).toContain(`Its data is in ${dataDir}`);
  },
  300_000,
);

test.skipIf(process.platform === 'win32')(
  'the first command of docs/operations.md installs the package, whose commands npx then finds without a registry',
  () => {
    const place = newFolder('package-installed'); // npm would install below the folder of the other tests into that one
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    cpSync(path.join(folder, file), path.join(place, file));
    const document = readFileSync(path.join(project, 'docs/operations.md'), 'utf8');
    const [, block = ''] = /### Package[\s\S]+?```sh\n([^`]+)```/.exec(document) ?? [];
    const env: NodeJS.ProcessEnv = { ...process.env };
    const type = (line: string) => execFileSync('/bin/sh', ['-c', line], { cwd: place, encoding: 'utf8', env });
    type(block.split('\n')[0] ?? '');
    env.npm_config_offline = 'true';
    expect(type('npx leadlight --version')).toBe(`${file.slice('leadlight-'.length, -'.tgz'.length)}\n`);
    expect(block.match(/(?<=^npx leadlight )\S+/gm)).toEqual(['--demo', 'create-admin']);
  },
  120_000,
);

test('the demo stays usable when the package starts again without its flag', async () => {
  const env = { DATA_DIR: path.join(folder, 'data-again') };
  for (const options of [['--demo'], []]) {
    const server = open(env, { program: [process.execPath, bin, ...options] });
    const account = { email: 'customer@leadlight.example', password: 'leadlight' };
    await openSession(await server.url, 'token?grant_type=password', account);
    await server.end('SIGINT');
  }
}, 120_000);

test.skipIf(process.platform === 'win32')(
  'the commands of docs/operations.md back up, upgrade the data in its folder, and lead back',
  async () => {
    const older = path.join(folder, 'older'); // as it was packed before the newest migration
    cpSync(installed, older, { recursive: true });
    const newest = readdirSync(path.join(older, 'supabase/migrations')).sort().at(-1) ?? '';
    rmSync(path.join(older, 'supabase/migrations', newest));
    const place = mkdtempSync(path.join(folder, 'place-'));
    chmodSync(place, 0o755); // PostgreSQL may run as another account
    /** Starts a line of the document there, by the version in a folder. */
    const start = (line: string, version: string) => {
      const typed = line.replace('npx leadlight', `exec '${process.execPath}' '${version}/lib/leadlight.js'`);
      return open({}, { program: ['/bin/sh', '-c', `cd '${place}' && ${typed}`] });
    };
    const rows = async (url: string) => {
      const account = { email: 'admin@leadlight.example', password: 'leadlight' };
      const { access_token: token } = await openSession(url, 'token?grant_type=password', account);
      const { supabaseKey: apikey } = (await send(`${url}/config.json`)).body as { supabaseKey: string };
      const read = (query: string) => send(`${url}/rest/v1/${query}&order=id`, { token, headers: { apikey } });
      const lists = [
        'leads?select=id,name,is_approved',
        'companies?select=id,name',
        'campaign_steps?select=id,subject',
      ];
      const replies = await Promise.all([...lists, 'comments?select=id,body'].map(read));
      return replies.map(({ status, body }) => ({ status, body }));
    };
    const document = readFileSync(path.join(project, 'docs/operations.md'), 'utf8');
    const [, block = ''] = /### Way back[^`]+```sh\n([^`]+)```/.exec(document) ?? [];
    const [backup = '', upgraded = '', restore = '', wayBack = ''] = block.trim().split('\n');

    const first = start('npx leadlight --demo', older);
    const before = await rows(await first.url);
    expect(before.map(({ status, body }) => [status, (body as unknown[]).length > 5])).toEqual(
      before.map(() => [200, true]),
    );
    expect(await start(backup, older).ended).toBe(0);
    await first.end('SIGINT');
    const second = start(upgraded, installed);
    expect(await rows(await second.url)).toEqual(before);
    await second.end('SIGINT');
    const refused = start(upgraded, older);
    expect(await refused.ended).toBe(1);
    const [migration] = newest.split('_');
    expect(refused.errorOutput()).toContain(
      `has migration ${migration}, which this version of Leadlight does not know`,
    );
    expect(await start(restore, older).ended).toBe(0);
    const last = start(wayBack, older);
    expect(await rows(await last.url)).toEqual(before);
    await last.end('SIGINT');
  },
  300_000,
);

test('without the flag the package loads no demo', async () => {
  const server = open({ DATA_DIR: path.join(folder, 'data-empty') }, { program: [process.execPath, bin] });
  await server.url;
  await expect.poll(server.output).toContain('There is no administrator: create one with `npx leadlight create-admin');
}, 120_000);

test('the package has its version, names its commands and runs them', () => {
  expect(run(process.execPath, '--version').printed.trim()).toMatch(/^\d+\.\d+\.\d+/);
  expect(run(process.execPath, '--help').printed).toContain('create-admin, backup, restore, doctor');
  for (const name of ['start-it', 'constructor', '--port']) {
    const { status, printed } = run(process.execPath, name);
    expect([status, printed]).toEqual([1, expect.stringContaining(`There is no command '${name}'`)]);
  }
  expect(run(process.execPath, 'start', '--port').printed).toContain("The start has no option '--port'");
  expect(run(process.execPath, 'backup', '--help').printed).toContain('create-admin, backup, restore, doctor');
  const missing = run(process.execPath, 'backup');
  expect([missing.status, missing.printed]).toEqual([1, expect.stringContaining('leadlight-data')]);
  expect(run(process.execPath, 'create-admin').printed).toContain('npx leadlight create-admin name@example.com');
});

test('the README of the package names every command and links to files of the package', () => {
  const readme = readFileSync(path.join(installed, 'README.md'), 'utf8');
  const [, commands = ''] = /<command> +(.+)/.exec(run(process.execPath, '--help').printed) ?? [];
  const documented = [...readme.matchAll(/^\| `npx leadlight ([a-z-]+)/gm)].map(([, command]) => command);
  expect(documented.toSorted()).toEqual(commands.split(', ').toSorted());
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(path.join(installed, link)))).toEqual([]);
  expect(links).toContain('docs/operations.md');
});

test('the package holds no tests and no names of this machine, and lists the licences of what it bundles', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(path.join(installed, file)).isFile(),
  );
  expect(files.filter((file) => /\.test\.|^tests\b/.test(file))).toEqual([]);
  const readable = files.filter((file) => /\.(js|json|md|sql)$/.test(file));
  expect(readable.filter((file) => readFileSync(path.join(installed, file), 'utf8').includes(project))).toEqual([]);
  const licences = ['lib', 'dist/web'].map((part) => readFileSync(path.join(installed, part, 'licenses.md'), 'utf8'));
  const bundled = ['hono', 'pg', 'nodemailer', 'zod', 'react', 'react-router'];
  expect(bundled.filter((name) => !licences.join().includes(`## ${name} - `))).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'on an older Node the package and a clone end with one sentence that says which one to install',
  () => {
    const clone = path.join(folder, 'clone');
    for (const file of ['package.json', 'package-lock.json', 'tools/prepare.cjs', 'tools/prepare'])
      cpSync(path.join(project, file), path.join(clone, file), { recursive: true });
    const what = 'install a newer one from https://nodejs.org and start again.\n';
    const old = installNode('18.20.8');
    expect(run(old, '--demo')).toEqual({
      status: 1,
      printed: `Leadlight needs Node 22.12 or later, and this is v18.20.8: ${what}`,
    });
    const { stderr, status } = spawnSync(old, ['tools/prepare.cjs', 'build'], { cwd: clone, encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      `Leadlight: it needs Node 22.12 or later, or 20.19 or later of 20, and this is v18.20.8: ${what}`,
    ]);
  },
  120_000,
);

test('the package needs the Node that it says', () => {
  const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as {
    engines: { node: string };
  };
  expect(manifest.engines.node).toBe('>=22.12.0');
  expect(engines).toContain('>=22.12.0');
});
