import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const BUILT = path.join(ROOT, 'dist/web');
const PAGE = path.join(BUILT, 'index.html');

/** In kB of 1,000 bytes, as gzip sends them. */
const BUDGET = { firstPage: 130, chunk: 60 };

const readAsset = (name: string) => readFileSync(path.join(BUILT, 'assets', name), 'utf8');
const weigh = (name: string) => ({ name, size: statSync(path.join(BUILT, 'assets', `${name}.gz`)).size / 1000 });

// Builds the web app that is measured. If its sources have not changed since the last build, this does nothing.
beforeAll(() => {
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status, stderr } = spawnSync(process.execPath, ['tools/prepare.cjs', 'build'], { cwd: ROOT, env });
  if (status !== 0) throw new Error(`The web app could not be built:\n${stderr}`);
}, 300_000);

test('the first page and every other chunk stay within their size', () => {
  const first = [...readFileSync(PAGE, 'utf8').matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(
    ([, name = '']) => name,
  );
  const needed = first.flatMap((name) => [...readAsset(name).matchAll(/from\s*["`]\.\/([^"`]+\.js)/g)]);
  expect(first).toEqual(expect.arrayContaining(needed.map(([, name]) => name)));
  expect(first).toContainEqual(expect.stringMatching(/^app-/));

  const firstPage = first.reduce((sum, name) => sum + weigh(name).size, 0);
  expect(firstPage, `kB gzipped of the first page: ${first.join(', ')}`).toBeLessThanOrEqual(BUDGET.firstPage);
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
