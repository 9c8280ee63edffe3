import { expect, test } from 'vitest';
import { contentOf, draftOf, isChanged } from './draft.ts';

const email = { step_type: 'email', delay_days: 4, subject: 'Hello', message_content: 'Hi' } as const;

test('a step that is opened and stored is the same step', () => {
  expect(contentOf(draftOf(email))).toEqual(email);
});

test.each([
  [{}, false],
  [{ delay: ' 04 ' }, false],
  [{ subject: ' Hello ' }, false],
  [{ delay: '5' }, true],
  [{ delay: 'soon' }, true],
  [{ message: 'Hi ' }, true],
  [{ step_type: 'linkedin_message' as const }, true],
])('a draft changed by %j is changed: %j', (change, changed) => {
  expect(isChanged({ ...draftOf(email), ...change }, email)).toBe(changed);
});

test('a draft that becomes an email again has its subject back', () => {
  const draft = { ...draftOf(email), step_type: 'linkedin_message' as const };
  expect(contentOf(draft).subject).toBeNull();
  expect(contentOf({ ...draft, step_type: 'email' })).toEqual(email);
});
