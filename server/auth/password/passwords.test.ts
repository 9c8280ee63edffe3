import { compare, hash } from 'bcrypt';
import { expect, test, vi } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

vi.mock('bcrypt', { spy: true });

test('a password matches its own hash and no other', async () => {
  const stored = await hashPassword('correct horse', 'a');
  expect(stored).toMatch(/^\$2[aby]\$10\$/);
  expect(await isPassword('correct horse', stored, 'a')).toBe(true);
  expect(await isPassword('Correct horse', stored, 'a')).toBe(false);
});

test('a password longer than bcrypt reads does not match by its first 72 bytes', async () => {
  const stored = await hashPassword('x'.repeat(72), 'a');
  expect(await isPassword('x'.repeat(72), stored, 'a')).toBe(true);
  expect(await isPassword('x'.repeat(73), stored, 'a')).toBe(false);
});

test.each([[undefined], [null], ['']])('nothing matches the hash %j, after the work of a real one', async (stored) => {
  const real = await hashPassword('correct horse', 'a');
  expect(await isPassword('correct horse', stored, 'a')).toBe(false);
  const [, compared] = vi.mocked(compare).mock.lastCall ?? [];
  expect(String(compared).slice(0, 7)).toBe(real.slice(0, 7));
});

test('a hash that could not be made fails that call alone', async () => {
  vi.mocked(hash).mockImplementationOnce(() => Promise.reject(new Error('out of memory')));
  await isPassword('correct horse', undefined, 'a').catch(() => {});
  expect(await isPassword('correct horse', undefined, 'a')).toBe(false);
  vi.mocked(hash).mockReset();
});

test.each(['2a', '2b', '2y'])('a hash with the prefix $%s$ matches its password', async (version) => {
  const stored = `$${version}$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`;
  expect(await isPassword('U*U', stored, 'a')).toBe(true);
  expect(await isPassword('U*V', stored, 'a')).toBe(false);
});
