import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTool } from '#tests/support/tool.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadlight-commands-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each<[tool: string, args: string[], stray: string]>([
  ['backup', ['--help'], '--help'],
  ['backup', ['one.backup', 'two.backup'], 'two.backup'],
  ['restore', ['one.backup', '--yes'], '--yes'],
  ['create-admin', ['a@example.com', 'b@example.com'], 'b@example.com'],
  ['erase', ['a@example.com', 'b@example.com', '--yes'], 'b@example.com'],
  ['service-key', ['--help'], '--help'],
  ['rotate-keys', ['--dry-run'], '--dry-run'],
  ['doctor', ['--fix'], '--fix'],
  ['distribute', ['--dry-run'], '--dry-run'],
  ['adopt', ['--dry-run'], '--dry-run'],
])('%s with the arguments %j does nothing and names the one that it does not know', async (tool, args, stray) => {
  expect(await runTool(tool, args, { DATA_DIR: folder })).toEqual({
    code: 1,
    output: `Leadlight: this command has no argument '${stray}'.`,
  });
  expect(await readdir(folder)).toEqual([]);
});

test('a restore of a file that is not there creates no database', async () => {
  const missing = path.join(folder, 'missing.backup');
  const { code, output } = await runTool('restore', [missing], { DATA_DIR: folder });
  expect([code, output]).toEqual([1, expect.stringContaining(`no such file or directory, open '${missing}'`)]);
  expect(await readdir(folder)).toEqual([]);
});
