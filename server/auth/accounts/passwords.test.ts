import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

test('a password matches its own hash and no other', async () => {
  const stored = await hashPassword('correct horse');
  expect(stored).toMatch(/^\$2[aby]\$10\$/);
  expect(await isPassword('correct horse', stored)).toBe(true);
  expect(await isPassword('Correct horse', stored)).toBe(false);
});

test('a password longer than bcrypt reads does not match by its first 72 bytes', async () => {
  const stored = await hashPassword('x'.repeat(72));
  expect(await isPassword('x'.repeat(72), stored)).toBe(true);
  expect(await isPassword('x'.repeat(73), stored)).toBe(false);
});

test.each([[undefined], [null], ['']])('nothing matches the hash %j, not even the decoy', async (stored) => {
  expect(await isPassword('nobody has this password', stored)).toBe(false);
});

test('a hash made by PostgreSQL’s crypt() is understood', async () => {
  expect(await isPassword('U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW')).toBe(true);
});
