import { expect, test } from 'vitest';
import { texts } from './texts.ts';

test.each([
  ['Ada Lovelace', 'Welcome, Ada'],
  ['  Grace   Brewster Hopper ', 'Welcome, Grace'],
  ['Ada\u00a0Lovelace', 'Welcome, Ada'],
  ['Plato', 'Welcome, Plato'],
  ['', 'Welcome, there'],
  ['   ', 'Welcome, there'],
  [null, 'Welcome, there'],
  [undefined, 'Welcome, there'],
])('greet(%j) returns %j', (fullName, greeting) => {
  expect(texts.greet(fullName)).toBe(greeting);
});
