import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const BUILT = path.join(ROOT, 'dist/web');

/** In kB of 1,000 bytes, as gzip sends them. */
const BUDGET = { firstPage: 130, codePage: 95, review: 218, chunk: 65 };

const readAsset = (name: string) => readFileSync(path.join(BUILT, 'assets', name), 'utf8');
const weigh = (name: string) => ({ name, size: statSync(path.join(BUILT, 'assets', `${name}.gz`)).size / 1000 });

// Builds the web app that is measured. If its sources have not changed since the last build, this does nothing.
beforeAll(() => {
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status, stderr } = spawnSync(process.execPath, ['tools/prepare.cjs', 'build'], { cwd: ROOT, env });
  if (status !== 0) throw new Error(`The web app could not be built:\n${stderr}`);
}, 300_000);

/** The code that a page names, which is all that it needs at once. */
function namedCode(page: string): string[] {
  const html = readFileSync(path.join(BUILT, page), 'utf8');
  const names = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name);
  const needed = names.flatMap((name) => [...readAsset(name).matchAll(/from\s*["`]\.\/([^"`]+\.js)/g)]);
  expect(names).toEqual(expect.arrayContaining(needed.map(([, name]) => name)));
  return names;
}

test.each([
  ['index.html', /^app-/, BUDGET.firstPage],
  ['review.html', /^review-app-/, BUDGET.codePage],
])('the code that %s names stays within its size', (page, start, budget) => {
  const names = namedCode(page);
  expect(names).toContainEqual(expect.stringMatching(start));
  const size = names.reduce((sum, name) => sum + weigh(name).size, 0);
  expect(size, `kB gzipped of ${names.join(', ')}`).toBeLessThanOrEqual(budget);
});

/** A file and all that it imports at once. */
function codeBehind(name: string, found = new Set<string>()): Set<string> {
  found.add(name);
  for (const [, imported = ''] of readAsset(name).matchAll(/from\s*["`]\.\/([^"`]+\.js)/g))
    if (!found.has(imported)) codeBehind(imported, found);
  return found;
}

test('the review of a guest stays within its size, and loads nothing of the app around it', () => {
  const find = (start: string) =>
    readdirSync(path.join(BUILT, 'assets')).find((name) => name.startsWith(start) && name.endsWith('.js')) ?? '';
  const names = [...new Set([...namedCode('review.html'), find('accounts-'), ...codeBehind(find('guest-area-'))])];
  const later = [...codeBehind(find('overlays-')), ...codeBehind(find('reason-bar-'))];
  expect([...names, ...later].filter((name) => /^(?:app|shell|pages|list)-/.test(name))).toEqual([]);
  const size = names.reduce((sum, name) => sum + weigh(name).size, 0);
  expect(size, `kB gzipped of ${names.join(', ')}`).toBeLessThanOrEqual(BUDGET.review);
});

test('every chunk besides those of the first page stays within its size', () => {
  const first = namedCode('index.html');
  const others = readdirSync(path.join(BUILT, 'assets')).filter(
    (name) => name.endsWith('.js') && !first.includes(name),
  );
  expect(others).not.toEqual([]);
  const tooLarge = others.map(weigh).filter(({ size }) => size > BUDGET.chunk);
  expect(tooLarge, `chunks of more than ${BUDGET.chunk} kB gzipped`).toEqual([]);
});

test('no file of code only passes on the exports of another, which would cost a request more', () => {
  const files = readdirSync(path.join(BUILT, 'assets')).filter((name) => name.endsWith('.js'));
  expect(files.filter((name) => /^export\s*\{[^{}]+\}\s*from\s*["'`][^"'`]+["'`];?\s*$/.test(readAsset(name)))).toEqual(
    [],
  );
});
