import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LAST_COMMIT, REPLACED, replaceFormer } from './adopt.ts';
import { productMigrations } from './migration-files.ts';

const [initial] = productMigrations().map(({ version }) => version);

test('versions from the initial one on stay, and some of the replaced ones are rejected', () => {
  for (const versions of [[], [initial ?? ''], [initial ?? '', '20270101000000'], ['20270101000000']]) {
    expect(replaceFormer(versions, 'older')).toEqual(versions);
  }
  for (const versions of [
    ['20261130120000'],
    ['20260101000000', initial ?? ''],
    ['20261130120000', '20270101000000'],
  ]) {
    expect(() => replaceFormer(versions, 'older')).toThrow('older');
  }
});

test('the documentation has the commit to start and the digest of the replaced versions', () => {
  const read = (page: string) => readFileSync(path.resolve(import.meta.dirname, '../../../docs', page), 'utf8');
  for (const page of ['operations.md', 'supabase.md']) {
    expect(read(page)).toContain(LAST_COMMIT);
    expect(read(page)).toContain(`Migration ${initial}`);
  }
  expect(read('supabase.md')).toContain(`\`83\` and \`${REPLACED}\``);
});
