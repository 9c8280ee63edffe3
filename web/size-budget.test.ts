import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const BUILT = path.join(import.meta.dirname, '../dist/web');
const MANIFEST = path.join(BUILT, '.vite/manifest.json');

/** In kB of 1,000 bytes, as gzip sends them. */
const BUDGET = { firstPage: 130, chunk: 60 };

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };

/** A chunk and all that must be there before it runs. */
function closureOf(chunks: Record<string, Chunk>, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of chunks[name]?.imports ?? []) closureOf(chunks, imported, found);
  return found;
}

const kilobytes = ({ file }: Chunk) => statSync(path.join(BUILT, `${file}.gz`)).size / 1000;

// Without a built app there is nothing to weigh; `npm test` builds it first.
test.skipIf(!existsSync(MANIFEST))('the first page and every other chunk stay within their size', () => {
  const chunks = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, Chunk>;
  const scripts = Object.entries(chunks).filter(([, { file }]) => file.endsWith('.js'));
  const first = closureOf(chunks, 'src/app.tsx', closureOf(chunks, 'index.html'));
  const weights = scripts.map(([name, chunk]) => ({ name, file: chunk.file, size: kilobytes(chunk) }));
  const firstPage = weights.filter(({ name }) => first.has(name)).reduce((sum, { size }) => sum + size, 0);
  const tooLarge = weights.filter(({ name, size }) => !first.has(name) && size > BUDGET.chunk);

  expect(first.has('src/app.tsx') && scripts.length > first.size).toBe(true);
  expect(firstPage, 'JavaScript of the first page, kB gzipped').toBeLessThanOrEqual(BUDGET.firstPage);
  expect(tooLarge.map(({ file, size }) => `${file} is ${size.toFixed(1)} kB gzipped, at most ${BUDGET.chunk}`)).toEqual(
    [],
  );
});
