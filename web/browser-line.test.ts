import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { findNewerCall } from './browser-line.ts';

test.each([
  ['const g=Map.groupBy(rows,key)', 'Map.groupBy('],
  ['a=Promise.withResolvers()', 'Promise.withResolvers('],
  ['x.values().map(f)', '.values().map('],
  ['m.entries().filter(f)', '.entries().filter('],
  ['URL.canParse(a)', 'URL.canParse('],
  ['Map.groupBy?.(rows,key)', 'Map.groupBy?.('],
  ['t.matchAll(/a(b)/g).map(f)', '.matchAll(/a(b)/g).map('],
  ['ReadableStream.from(list)', 'ReadableStream.from('],
  ['Temporal.Now.instant()', 'Temporal.Now'],
])('%s is newer than the oldest browsers', (code, call) => {
  expect(findNewerCall(code)).toBe(call);
});

test.each(['groupBy(rows,key)', '[...x.values()].map(f)', 'Object.values(a).map(f)', 'new URL(a)', 'z.union([a,b])'])(
  '%s runs in the oldest browsers',
  (code) => {
    expect(findNewerCall(code)).toBeUndefined();
  },
);

/** Runs the script with another RegExp or Array, and returns what the page then shows. */
function pageWith(globals: Record<string, unknown>): string {
  const root = { textContent: 'app', removeAttribute: () => {}, style: {} };
  const document = { getElementById: () => root };
  const html = readFileSync(path.join(import.meta.dirname, 'index.html'), 'utf8');
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
  runInNewContext(script, { document, ...globals });
  return root.textContent;
}

test('an older browser names the browsers that run the app', () => {
  const message =
    'Leadlight needs a newer browser: Chrome or Edge 111, Firefox 115, Safari 16.4, or a later version of one of them.';
  expect(pageWith({})).toBe('app');
  expect(pageWith({ Array: { prototype: {} } })).toBe(message);
  const rejectsLookbehind = () => {
    throw new SyntaxError('invalid group specifier name');
  };
  expect(pageWith({ RegExp: rejectsLookbehind })).toBe(message);
});
