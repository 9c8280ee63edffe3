import { expect, test } from 'vitest';
// @ts-expect-error: plain JavaScript without types
import { prefersMachineNode } from './packages.cjs';

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
