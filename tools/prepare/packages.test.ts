import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
// @ts-expect-error: plain JavaScript without types
import { canInstall, prefersMachineNode } from './packages.cjs';

test.each([
  ['darwin-arm64', 'v24.0.1', true],
  ['darwin-arm64', 'v24.21.0', true],
  ['darwin-arm64', 'v24.0.0', false],
  ['darwin-arm64', 'v22.20.0', false],
  ['darwin-arm64', 'v25.1.0', false],
  ['darwin-arm64', '', false],
  ['darwin-x64', 'v24.21.0', false],
  ['linux-x64', 'v24.99.0', false],
  ['win32-x64', 'v24.99.0', false],
])('on %s the machine’s Node %j is preferred to the package’s v24.0.0: %s', (platform, machine, preferred) => {
  expect(prefersMachineNode(platform, { machine, packaged: 'v24.0.0' })).toBe(preferred);
});

test('without a package that runs, the machine’s Node is not linked', () => {
  expect(prefersMachineNode('darwin-arm64', { machine: 'v24.21.0', packaged: '' })).toBe(false);
});

test.each([
  ['v18.20.8', false],
  ['v20.18.3', false],
  ['v20.19.0', true],
  ['v21.7.3', false],
  ['v22.11.0', false],
  ['v22.12.0', true],
  ['v23.0.0', true],
  ['v26.1.0', true],
])('on Node %s a clone can be set up: %s', (version, possible) => {
  expect(canInstall(version)).toBe(possible);
});

test('package.json, README and the message of the set-up name the same versions of Node', () => {
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
  expect(JSON.parse(read('package.json')).engines).toEqual({ node: '^20.19.0 || >=22.12.0' });
  const named = 'Node 22.12 or later, or 20.19 or later of 20,';
  for (const file of ['README.md', 'tools/prepare/packages.cjs', 'docs/decisions/0012-node-versions.md'])
    expect([file, read(file)]).toEqual([file, expect.stringContaining(named)]);
});
