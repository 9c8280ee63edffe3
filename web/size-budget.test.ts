import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const BUILT = path.join(import.meta.dirname, '../dist/web');
const PAGE = path.join(BUILT, 'index.html');

/** In kB of 1,000 bytes, as gzip sends them. */
const BUDGET = { firstPage: 130, chunk: 60 };

const textOf = (name: string) => readFileSync(path.join(BUILT, 'assets', name), 'utf8');
const weigh = (name: string) => ({ name, size: statSync(path.join(BUILT, 'assets', `${name}.gz`)).size / 1000 });

// Without a built app there is nothing to weigh; `npm test` builds it first.
test.skipIf(!existsSync(PAGE))('the first page and every other chunk stay within their size', () => {
  const first = [...readFileSync(PAGE, 'utf8').matchAll(/\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name);
  const needed = first.flatMap((name) => [...textOf(name).matchAll(/from\s*["`]\.\/([^"`]+\.js)/g)]);
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
