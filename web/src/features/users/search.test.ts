import { expect, it } from 'vitest';
import { matching } from './search.ts';

it.each([
  ['ada', 'email.ilike."%ada%",full_name.ilike."%ada%"'],
  ['a,b)', 'email.ilike."%a,b)%",full_name.ilike."%a,b)%"'],
  ['50%', String.raw`email.ilike."%50\\%%",full_name.ilike."%50\\%%"`],
  ['a_b', String.raw`email.ilike."%a\\_b%",full_name.ilike."%a\\_b%"`],
  ['a*b', 'email.ilike."%a_b%",full_name.ilike."%a_b%"'],
  ['"', String.raw`email.ilike."%\"%",full_name.ilike."%\"%"`],
])('%s', (term, filter) => {
  expect(matching(term)).toBe(filter);
});
