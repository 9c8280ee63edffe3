import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { atServer, scramVerifier, withLogin } from './login.ts';

test('the verifier is that of RFC 7677', () => {
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
  const verifier = scramVerifier('pencil', salt, 4096);
  expect(verifier).toMatch(/^SCRAM-SHA-256\$4096:W22ZaJ0SNY7soEsUEjb6gQ==\$[\w+/=]{44}:[\w+/=]{44}$/);
  const serverKey = Buffer.from(verifier.split(':').at(-1) ?? '', 'base64');
  const message =
    'n=user,r=rOprNGfwEbeRWgbNEkqO,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0';
  expect(createHmac('sha256', serverKey).update(message).digest('base64')).toBe(
    '6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=',
  );
});

test.each([
  [
    'postgresql://owner:old@db.example:5433/leads?sslmode=require',
    'n@w',
    'postgresql://authenticator:n%40w@db.example:5433/leads?sslmode=require',
  ],
  ['postgresql://owner@localhost/leads?host=%2Frun', '', 'postgresql://authenticator@localhost/leads?host=%2Frun'],
  ['postgresql:///leads?host=/run&user=owner', '', 'postgresql:///leads?host=%2Frun&user=authenticator'],
  [
    'postgresql:///leads?host=/run&user=owner&password=old',
    'new',
    'postgresql:///leads?host=%2Frun&user=authenticator&password=new',
  ],
])('%s for the login with the password %j', (url, password, expected) => {
  expect(withLogin(url, 'authenticator', password)).toBe(expected);
});

test.each([
  [
    'postgresql://authenticator:n%40w@db.example:5433/leads?sslmode=require',
    'postgresql://authenticator:n%40w@pooler:6432/leads?sslmode=require',
  ],
  ['postgresql://authenticator@localhost/leads?host=%2Frun&port=5433', 'postgresql://authenticator@pooler:6432/leads'],
  [
    'postgresql:///leads?host=%2Frun&user=authenticator&password=new',
    'postgresql://pooler:6432/leads?user=authenticator&password=new',
  ],
])('%s at a pooler', (url, expected) => {
  expect(atServer(url, 'pooler:6432')).toBe(expected);
});
