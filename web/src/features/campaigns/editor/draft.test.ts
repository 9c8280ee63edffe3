import { expect, test } from 'vitest';
import { checkDraft, isChanged, toContent, toDraft } from './draft.ts';

const email = { step_type: 'email', delay_days: 4, subject: 'Hello', message_content: 'Hi' } as const;

test('a draft without changes has the content of its step', () => {
  expect(toContent(toDraft(email))).toEqual(email);
});

test.each([
  [{}, false],
  [{ delay: ' 04 ' }, false],
  [{ subject: ' Hello ' }, false],
  [{ delay: '5' }, true],
  [{ delay: 'soon' }, true],
  [{ message: 'Hi ' }, true],
  [{ step_type: 'linkedin_message' as const }, true],
])('isChanged is set by %j: %j', (change, changed) => {
  expect(isChanged({ ...toDraft(email), ...change }, email)).toBe(changed);
});

test.each([
  [{}, {}],
  [{ subject: ` ${'s'.repeat(300)} `, message: '🚀'.repeat(10_000) }, {}],
  [{ subject: 's'.repeat(301) }, { subject: 'The subject is too long: 301 characters, at most 300' }],
  [{ subject: 's'.repeat(301), step_type: 'linkedin_message' as const }, {}],
  [{ message: 'm'.repeat(10_001) }, { message: 'The message is too long: 10001 characters, at most 10000' }],
])('checkDraft with %o returns %j', (change, errors) => {
  expect(checkDraft({ ...toDraft(email), ...change })).toEqual(errors);
});

test('switching the channel away from email and back keeps the subject', () => {
  const draft = { ...toDraft(email), step_type: 'linkedin_message' as const };
  expect(toContent(draft).subject).toBeNull();
  expect(toContent({ ...draft, step_type: 'email' })).toEqual(email);
});
