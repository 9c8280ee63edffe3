import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');

const sources = ['server', 'domain', 'supabase', 'web', 'tests', 'bench', 'trust', 'tools'].flatMap((room) =>
  readdirSync(path.join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/node_modules|fixtures|dist\//.test(file)),
);
const code = sources.filter((file) => /\.(ts|tsx|cjs)$/.test(file));

/** What a file imports: other files by their path from the root, packages by their name. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g,
  );
  return [...found].map((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? '';
    return target.startsWith('.') ? path.join(path.dirname(file), target) : target;
  });
}

const arrows = code.flatMap((file) => importsOf(file).map((target) => ({ file, target })));
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** `from` may import only what `allowed` names; packages are free unless `packages` names them. */
type Rule = { says: string; from: RegExp; allowed: RegExp; packages?: RegExp };

const local = /^(server|domain|supabase|web|tests|bench|trust|tools)\//;
const rules: Rule[] = [
  { says: 'domain imports domain alone', from: /^domain\//, allowed: /^domain\//, packages: /^$/ },
  {
    says: 'the row API stands on the database, tokens, limits, the client and domain',
    from: /^server\/rest\//,
    allowed:
      /^(server\/rest\/|server\/database\/(pool|caller-query|connections|rows|scheduler)\.ts|server\/(jwt|limits|client|memory-budget|rate-limiter)\.ts|domain\/)/,
  },
  {
    says: 'the accounts stand on the database, tokens, limits, the client, configuration and domain',
    from: /^server\/auth\//,
    allowed:
      /^(server\/auth\/|server\/database\/(pool|connections)\.ts|server\/(jwt|config|limits|client|provider-config)\.ts|server\/mail\/|domain\/)/,
  },
  {
    says: 'the database room knows no protocol',
    from: /^server\/database\//,
    allowed: /^(server\/database\/|server\/(config|limits)\.ts|domain\/)/,
  },
  {
    says: 'a function speaks Web APIs and domain',
    from: /^supabase\/functions\//,
    allowed: /^(supabase\/functions\/|domain\/)/,
  },
  { says: 'ui imports ui and lib', from: /^web\/src\/ui\//, allowed: /^web\/src\/(ui|lib)\// },
  { says: 'lib imports lib and domain', from: /^web\/src\/lib\//, allowed: /^(web\/src\/lib\/|domain\/)/ },
  {
    says: 'features import features, ui, lib, paths and domain',
    from: /^web\/src\/features\//,
    allowed: /^(web\/src\/(features|ui|lib)\/|web\/src\/paths\.ts|domain\/)/,
  },
  { says: 'the web never imports the server', from: /^web\//, allowed: /^(web|domain)\// },
  { says: 'stories and wire tests import no source', from: /^tests\/(e2e|wire)\//, allowed: /^tests\// },
];

test.each(rules)('$says', ({ from, allowed, packages }) => {
  const strays = arrows.filter(({ file, target }) => {
    if (!from.test(file) || isTest(file) !== /^tests\//.test(file)) return false;
    return local.test(target) ? !allowed.test(target) : packages !== undefined && !packages.test(target);
  });
  expect(strays).toEqual([]);
});

test('only data.ts files of features call the backend, and the session', () => {
  const backend = /^web\/src\/lib\/(backend|rows|functions|auth-settings)\.ts$/;
  const mayCall = /\/([\w-]+-)?data\.ts$|^web\/src\/features\/session\/(actions\.ts|session\.tsx)$/;
  const strays = arrows.filter(
    ({ file, target }) =>
      /^web\/src\/features\//.test(file) && !isTest(file) && backend.test(target) && !mayCall.test(file),
  );
  expect(strays).toEqual([]);
});

test('features do not import each other in a circle', () => {
  const featureOf = (file: string) => /^web\/src\/features\/([\w-]+)\//.exec(file)?.[1];
  const edges = new Map<string, Set<string>>();
  for (const { file, target } of arrows) {
    const [from, to] = [featureOf(file), featureOf(target)];
    if (!from || !to || from === to || isTest(file)) continue;
    edges.set(from, (edges.get(from) ?? new Set()).add(to));
  }
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(edges.get(from) ?? [])].some(
      (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
    );
  expect([...edges.keys()].filter((feature) => reaches(feature, feature))).toEqual([]);
});

test('the stages of the row API know only what comes before them', () => {
  const stray = (from: RegExp, never: RegExp) =>
    arrows.filter(({ file, target }) => from.test(file) && !isTest(file) && never.test(target));
  expect(
    stray(/^server\/rest\/(request|prefer|query-string[\w/-]*)\.ts$/, /^server\/rest\/(plan|sql|respond|catalog)/),
  ).toEqual([]);
  expect(stray(/^server\/rest\/plan/, /^server\/rest\/(sql|respond)/)).toEqual([]);
  expect(stray(/^server\/rest\/sql/, /^server\/rest\/(request|prefer|respond)/)).toEqual([]);
  expect(stray(/^server\/rest\/respond/, /^server\/rest\/sql/)).toEqual([]);
});

test('every name is kebab-case and no folder is a drawer', () => {
  const named = sources.filter((file) => !/^supabase\/|\.(sql|toml|html|svg|ico|css|json|webmanifest)$/.test(file));
  const strange = named.filter(
    (file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|tsx|cjs|mjs|md)$/.test(path.basename(file)),
  );
  expect(strange).toEqual([]);
  const drawers = sources.filter((file) => /(^|\/)(utils|common|shared|misc|helpers|services|types)\//.test(file));
  expect(drawers).toEqual([]);
});
