import { expect, it } from 'vitest';
import { toInitials } from './avatar.tsx';

it.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['Jean-Luc van der Berg', 'JB'],
  ['(Dr.) Åsa Öberg', 'DÖ'],
  ['王 小明', '王'],
  ['中村 さくら', '中'],
  ['김 지훈', '김'],
  ['नेहा वर्मा', 'नव'],
  ['3M', '3'],
  ['  ', '?'],
  ['—', '?'],
])('%s has the initials %s', (name, initials) => {
  expect(toInitials(name)).toBe(initials);
});
