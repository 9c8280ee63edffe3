import { diffWordsWithSpace } from 'diff';
import { expect, test } from 'vitest';
import { byPhrase } from './phrases.ts';

const marked = (before: string, after: string) =>
  byPhrase(diffWordsWithSpace(before, after))
    .map(({ value, added, removed }) => (added ? `+${value}+` : removed ? `-${value}-` : value))
    .join('');

test.each([
  ['Hello there', 'Hello there', 'Hello there'],
  ['Hello there', 'Hello you', 'Hello -there-+you+'],
  [
    'Could we talk for ten minutes next week?',
    'Would you have fifteen minutes this month?',
    '-Could we talk for ten minutes next week-+Would you have fifteen minutes this month+?',
  ],
  ['One two three', 'Zero one two three four', '-One two three-+Zero one two three four+'],
  ['one two three', 'zero one two three four', '+zero +one two three+ four+'],
  ['Hi Ada. We met. Bye Ada.', 'Hi Bob. We met. Bye Bob.', 'Hi -Ada-+Bob+. We met. Bye -Ada-+Bob+.'],
  ['Hi Ada\nBye Ada', 'Hi Bob\nBye Bob', 'Hi -Ada-+Bob+\nBye -Ada-+Bob+'],
])('%j to %j is %j', (before, after, difference) => {
  expect(marked(before, after)).toBe(difference);
});

test('phrases put together are the text before and the text after', () => {
  const [before, after] = ['We help SaaS teams to report on time.', 'We let small SaaS firms report in half the time!'];
  const parts = byPhrase(diffWordsWithSpace(before, after));
  const without = (mark: 'added' | 'removed') => parts.flatMap((part) => (part[mark] ? [] : part.value)).join('');
  expect([without('added'), without('removed')]).toEqual([before, after]);
});
