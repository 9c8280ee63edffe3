import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ON_OTHER_SERVERS } from './database/other-servers.ts';

const root = path.join(import.meta.dirname, '..');

const sources = ['server', 'domain', 'supabase', 'web', 'tests', 'bench', 'trials', 'tools'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/node_modules|fixtures|dist\//.test(file)),
);
const code = sources.filter((file) => /\.(ts|tsx|cjs)$/.test(file));

/** The imports of a file: project files by path from the root, packages by name. */
function readImports(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g,
  );
  return [...found].map((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? '';
    if (target.startsWith('@/')) return path.join('web/src', target.slice(2));
    if (target.startsWith('#')) return target.slice(1);
    return target.startsWith('.') ? path.join(path.dirname(file), target) : target;
  });
}

const imports = code.flatMap((file) => readImports(file).map((target) => ({ file, target })));
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** The files of a folder (with a trailing slash) or one file. A rule for files that do not exist fails. */
function filesAt(location: string): string[] {
  const files = sources.filter((file) => (location.endsWith('/') ? file.startsWith(location) : file === location));
  expect(files, `nothing is at ${location}`).not.toEqual([]);
  return files;
}

/** The project files that a folder may import, including itself; its tests may also import `tests/support/` and `tests/component/`. */
type Rule = { title: string; from: string; allowed: string[]; packages?: string[] };

const rules: Rule[] = [
  {
    title: 'domain imports domain only, and hashes',
    from: 'domain/',
    allowed: ['domain/'],
    packages: ['@noble/hashes/'],
  },
  {
    title: 'the row API imports the database, tokens, limits, the client and domain',
    from: 'server/rest/',
    allowed: [
      'server/rest/',
      'server/database/connections/pool.ts',
      'server/database/connections/caller-query.ts',
      'server/database/connections/connections.ts',
      'server/database/connections/joined-rows.ts',
      'server/database/connections/rows.ts',
      'server/database/connections/scheduler.ts',
      'server/database/connections/shared-connections.ts',
      'server/jwt.ts',
      'server/limits.ts',
      'server/http/client.ts',
      'server/memory-budget.ts',
      'server/rate-limiter.ts',
      'domain/',
    ],
  },
  {
    title: 'the accounts import the database, tokens, limits, the client, configuration and domain',
    from: 'server/auth/',
    allowed: [
      'server/auth/',
      'server/database/connections/pool.ts',
      'server/database/connections/connections.ts',
      'server/database/connections/scheduler.ts',
      'server/jwt.ts',
      'server/config.ts',
      'server/limits.ts',
      'server/memory-budget.ts',
      'server/rate-limiter.ts',
      'server/http/client.ts',
      'server/http/middleware.ts',
      'server/provider-config.ts',
      'server/mail/',
      'domain/',
    ],
  },
  {
    title: 'the database imports no API',
    from: 'server/database/',
    allowed: ['server/database/', 'server/config.ts', 'server/limits.ts', 'domain/'],
  },
  {
    title: 'the demo imports the database and domain',
    from: 'server/demo/',
    allowed: [
      'server/demo/',
      'server/database/connections/function-call.ts',
      'server/database/connections/pool.ts',
      'domain/',
    ],
  },
  {
    title: 'functions import domain only',
    from: 'supabase/functions/',
    allowed: ['supabase/functions/', 'domain/'],
  },
  { title: 'ui imports ui and lib', from: 'web/src/ui/', allowed: ['web/src/ui/', 'web/src/lib/'] },
  { title: 'lib imports lib and domain', from: 'web/src/lib/', allowed: ['web/src/lib/', 'domain/'] },
  {
    title: 'features import features, ui, lib, paths and domain',
    from: 'web/src/features/',
    allowed: ['web/src/features/', 'web/src/ui/', 'web/src/lib/', 'web/src/paths.ts', 'domain/'],
  },
  { title: 'the web app does not import the server', from: 'web/', allowed: ['web/', 'domain/'] },
  { title: 'end-to-end tests import no source', from: 'tests/e2e/', allowed: ['tests/e2e/', 'tests/support/'] },
  { title: 'HTTP tests import no source', from: 'tests/http/', allowed: ['tests/http/', 'tests/support/'] },
  {
    title: 'database tests import the database, the demo, and domain and the policies to compare them',
    from: 'tests/database/',
    allowed: [
      'tests/database/',
      'tests/support/',
      'server/database/',
      'server/demo/',
      'domain/',
      'tools/policies/',
      'tools/schema/',
    ],
  },
  {
    title: 'test support imports the database, the row API, the sending of imports, and the rights to compare them',
    from: 'tests/support/',
    allowed: [
      'tests/support/',
      'server/database/',
      'server/rest/',
      'server/limits.ts',
      'domain/import/',
      'tools/policies/rights.ts',
    ],
  },
];

const local = /^(server|domain|supabase|web|tests|bench|trials|tools)\//;

test.each(rules)('$title', ({ from, allowed, packages }) => {
  const files = new Set(filesAt(from));
  const mayImport = new Set(allowed.flatMap(filesAt));
  const strays = imports.filter(({ file, target }) => {
    if (!files.has(file)) return false;
    if (!local.test(target)) return packages && !isTest(file) && !packages.some((name) => target.startsWith(name));
    return !mayImport.has(target) && !(isTest(file) && /^tests\/(support|component)\//.test(target));
  });
  expect(strays).toEqual([]);
});

test('only the data.ts files of features and the session import the backend clients', () => {
  const clients = ['backend', 'rows'].flatMap((name) => filesAt(`web/src/lib/${name}.ts`));
  const session = ['actions.ts', 'session-provider.tsx'].flatMap((name) => filesAt(`web/src/features/session/${name}`));
  const callers = filesAt('web/src/features/').filter((file) => /\/([\w-]+-)?data\.ts$/.test(file));
  expect(callers).not.toEqual([]);
  const strays = imports.filter(
    ({ file, target }) =>
      file.startsWith('web/src/features/') &&
      clients.includes(target) &&
      ![...session, ...callers].includes(file) &&
      !isTest(file),
  );
  expect(strays).toEqual([]);
});

/** The names that can be reached from themselves. */
function findCycles(imports: { from: string; to: string }[]): string[] {
  const edges = Map.groupBy(imports, ({ from }) => from);
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    (edges.get(from) ?? []).some(({ to }) => to === goal || (!seen.has(to) && reaches(to, goal, seen.add(to))));
  return [...edges.keys()].filter((name) => reaches(name, name));
}

test('features do not import each other in cycles', () => {
  const featureName = (file: string) => /^web\/src\/features\/([\w-]+)\//.exec(file)?.[1];
  const edges = imports.flatMap(({ file, target }) => {
    const [from, to] = [featureName(file), featureName(target)];
    return from && to && from !== to && !isTest(file) ? [{ from, to }] : [];
  });
  expect(new Set(edges.map(({ from }) => from)).size).toBeGreaterThan(5);
  expect(findCycles(edges)).toEqual([]);
});

test('files do not import each other in cycles, not even types', () => {
  const edges = imports.map(({ file, target }) => ({ from: file, to: target })).filter(({ to }) => code.includes(to));
  expect(edges.length).toBeGreaterThan(1_000);
  expect(
    findCycles([
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'c', to: 'b' },
    ]),
  ).toEqual(['b', 'c']);
  expect(findCycles(edges)).toEqual([]);
});

test.each([
  ['request/', ['plan/', 'sql/', 'respond.ts', 'catalog/']],
  ['plan/', ['sql/', 'respond.ts']],
  ['sql/', ['request/read-request.ts', 'request/prefer.ts', 'respond.ts']],
  ['respond.ts', ['sql/']],
])('the row API stage %s imports no later stage', (stage, later) => {
  const files = filesAt(`server/rest/${stage}`);
  const never = later.flatMap((part) => filesAt(`server/rest/${part}`));
  const strays = imports.filter(({ file, target }) => files.includes(file) && !isTest(file) && never.includes(target));
  expect(strays).toEqual([]);
});

test('every file name is kebab-case and no folder has a generic name', () => {
  const named = sources.filter(
    (file) => !/^supabase\/|^web\/public\/|\.(sql|toml|html|svg|ico|css|csv|json|webmanifest)$/.test(file),
  );
  const strange = named.filter(
    (file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|tsx|cjs|mjs|md)$/.test(path.basename(file)),
  );
  expect(strange).toEqual([]);
  const generic = sources.filter((file) => /(^|\/)(utils|common|shared|misc|helpers|services|types)\//.test(file));
  expect(generic).toEqual([]);
});

test('the web app makes ids with randomUuid, because crypto.randomUUID is missing without TLS', () => {
  const files = [...filesAt('web/src/'), ...filesAt('domain/')].filter((file) => !isTest(file));
  const callers = files.filter((file) => /\brandomUUID\b/.test(readFileSync(path.join(root, file), 'utf8')));
  expect(callers).toEqual(['web/src/lib/uuid.ts']); // which names it in a comment
});

test('no style depends on what a page has somewhere: it would be evaluated for each element that is inserted (usePageMark)', () => {
  const searching = /(?:body|html|:root):has\(|~\*\]/;
  const files = filesAt('web/src/').filter((file) => /\.(tsx|css)$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => searching.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

test('end-to-end tests match whole texts: nothing bypasses tests/e2e/support/exact-locators.ts', () => {
  const bypasses = [
    /\bexact: false/,
    /\bhas(Not)?Text: (?!\/)/,
    /locator\(['"`][^'"`]*(\btext=|:has-text|:text)/,
    /import (?!type)[^;]*\btest\b[^;]*from '@playwright\/test'/,
  ];
  const strays = filesAt('tests/e2e/')
    .filter((file) => file !== 'tests/e2e/support/test.ts')
    .flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .map((line) => ({ file, line })),
    )
    .filter(({ line }) => bypasses.some((pattern) => pattern.test(line)));
  expect(strays).toEqual([]);
});

test('the database tests that run on other servers too are files, in order', () => {
  const named = Object.keys(ON_OTHER_SERVERS).map((name) => `tests/database/${name}`);
  expect(named).toEqual(
    filesAt('tests/database/')
      .filter((file) => named.includes(file))
      .sort(),
  );
});
