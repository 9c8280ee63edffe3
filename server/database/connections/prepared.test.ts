import { expect, test } from 'vitest';
import { PreparedStatements, preparedOn } from './prepared.ts';

test('a statement is parsed once and then bound by its name', () => {
  const statements = new PreparedStatements();
  const first = statements.prepare('anon select 1');
  expect(first).toMatchObject({ parse: true, close: [] });
  expect(statements.prepare('anon select 1')).toEqual({ name: first.name, parse: false, close: [] });
  expect(statements.prepare('authenticated select 1')).toMatchObject({ parse: true });
});

test('a statement that failed is closed and gets another name', () => {
  const statements = new PreparedStatements();
  const { name } = statements.prepare('anon select 1');
  statements.forget('anon select 1');
  const again = statements.prepare('anon select 1');
  expect(again).toMatchObject({ parse: true, close: [name] });
  expect(again.name).not.toBe(name);
  expect(statements.prepare('anon select 2').close).toEqual([]);
});

test('the hundred most recently used statements are cached', () => {
  const statements = new PreparedStatements();
  const names = Array.from({ length: 100 }, (_, number) => statements.prepare(`select ${number}`).name);
  statements.prepare('select 0');
  expect(statements.prepare('select 100').close).toEqual([names[1]]);
  expect(statements.prepare('select 0').parse).toBe(false);
  expect(statements.prepare('select 1').parse).toBe(true);
});

test('a statement of more than 2,500 characters is parsed each time', () => {
  const statements = new PreparedStatements();
  const [short, long] = ['a'.repeat(2_500), 'a'.repeat(2_501)];
  expect([statements.prepare(short).parse, statements.prepare(short).parse]).toEqual([true, false]);
  for (let count = 0; count < 2; count += 1) {
    expect(statements.prepare(long)).toEqual({ name: '', parse: true, close: [] });
  }
  statements.forget(long);
  expect(statements.prepare(short)).toMatchObject({ parse: false, close: [] });
});

test('each connection has its own cache', () => {
  const [one, other] = [{}, {}];
  preparedOn(one).prepare('select 1');
  expect(preparedOn(one).prepare('select 1').parse).toBe(false);
  expect(preparedOn(other).prepare('select 1').parse).toBe(true);
});
