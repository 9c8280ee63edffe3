import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTool } from '#tests/support/tool.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadlight-package-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const startDemo = (settings: Record<string, string>) =>
  runTool('leadlight', ['--demo'], { DATA_DIR: folder, ...settings });

test.each([
  ['HOST', '0.0.0.0'],
  ['SITE_URL', 'https://leads.example'],
  ['DATABASE_URL', 'postgresql://localhost/leads'],
  ['TRUST_PROXY', '1'],
  ['DEMO', 'off'],
])('--demo with %s=%s starts nothing and says what the demo needs', async (name, value) => {
  expect(await startDemo({ [name]: value })).toEqual({
    code: 1,
    output: expect.stringContaining('--demo would load no demo, whose passwords are public, with these settings'),
  });
  expect(await readdir(folder)).toEqual([]);
});

test('--demo leaves a public demo public, and invalid settings are named by the start', async () => {
  const { code, output } = await startDemo({ DEMO: 'public', DATABASE_URL: 'postgresql://localhost/leads' });
  expect([code, output]).toEqual([1, expect.stringContaining('DATABASE_URL: cannot be set with DEMO=public')]);
  expect(await startDemo({ PORT: 'x' })).toMatchObject({ code: 1, output: expect.stringContaining('PORT: ') });
});
