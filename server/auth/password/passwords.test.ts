import { compare, hash } from 'bcrypt';
import { expect, test, vi } from 'vitest';

vi.mock('bcrypt', { spy: true });
vi.resetModules(); // another file of this worker may have loaded it with the real bcrypt
const { hashPassword, verifyPassword } = await import('./passwords.ts');

test('a password matches its own hash and no other', async () => {
  const stored = await hashPassword('correct horse', 'a');
  expect(stored).toMatch(/^\$2[aby]\$10\$/);
  expect(await verifyPassword('correct horse', stored, 'a')).toBe(true);
  expect(await verifyPassword('Correct horse', stored, 'a')).toBe(false);
});

test('a password longer than 72 bytes does not match by its first 72', async () => {
  const stored = await hashPassword('x'.repeat(72), 'a');
  expect(await verifyPassword('x'.repeat(72), stored, 'a')).toBe(true);
  expect(await verifyPassword('x'.repeat(73), stored, 'a')).toBe(false);
});

test.each([[undefined], [null], ['']])('no password matches the hash %j, after the same work', async (stored) => {
  const real = await hashPassword('correct horse', 'a');
  expect(await verifyPassword('correct horse', stored, 'a')).toBe(false);
  const [, compared] = vi.mocked(compare).mock.lastCall ?? [];
  expect(String(compared).slice(0, 7)).toBe(real.slice(0, 7));
});

test('a failed hash fails only its own call', async () => {
  vi.mocked(hash).mockImplementationOnce(() => Promise.reject(new Error('out of memory')));
  await verifyPassword('correct horse', undefined, 'a').catch(() => {});
  expect(await verifyPassword('correct horse', undefined, 'a')).toBe(false);
  vi.mocked(hash).mockReset();
});

test.each(['2a', '2b', '2y'])('a hash with the prefix $%s$ is verified', async (version) => {
  const stored = `$${version}$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`;
  expect(await verifyPassword('U*U', stored, 'a')).toBe(true);
  expect(await verifyPassword('U*V', stored, 'a')).toBe(false);
});
