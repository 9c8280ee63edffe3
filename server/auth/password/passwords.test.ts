import { hash, verify } from '@node-rs/bcrypt';
import { expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

vi.mock('@node-rs/bcrypt', { spy: true });

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
  const [, compared] = vi.mocked(verify).mock.lastCall ?? [];
  expect(String(compared).slice(0, 7)).toBe(real.slice(0, 7));
});

test('a failed hash fails only its own call', async () => {
  vi.mocked(hash).mockRejectedValueOnce(new Error('out of memory'));
  await verifyPassword('correct horse', undefined, 'a').catch(() => {});
  expect(await verifyPassword('correct horse', undefined, 'a')).toBe(false);
  vi.mocked(hash).mockReset();
});

test('a hash of PostgreSQL’s crypt() is verified', async () => {
  expect(await verifyPassword('U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'a')).toBe(true);
});
