import { expect, test } from 'vitest';
import type { CommentsEmail } from './comments-email.ts';
import { deliveryEmail } from './outbox.ts';

const SITE = 'https://leads.example.test';
const OFF = `${SITE}/unsubscribe/comments/${'a'.repeat(64)}`;
const line: CommentsEmail['lines'][number] = {
  customer: 'Acme',
  subject: 'campaigns',
  row_id: 'c-1',
  name: 'Spring',
  comments: 2,
  suggestions: 1,
  authors: ['Ada', 'Grace'],
  words: 'Shorter,\nplease',
  review_token: null,
};
const email = (lines: CommentsEmail['lines'], isAgency = false) =>
  deliveryEmail(
    { kind: 'comments', content: { email: 'ada@example.test', token: 'a'.repeat(64), is_agency: isAgency, lines } },
    SITE,
  );
const links = (lines: CommentsEmail['lines'], isAgency = false) =>
  [...email(lines, isAgency).text.matchAll(/^See the \w+: (.*)$/gm)].map(([, link]) => link);

test('an email about one campaign names it in its subject, and says who wrote how much, with the newest words on one line', () => {
  const { subject, text } = email([line]);
  expect(subject).toBe('2 new comments and 1 suggestion on Spring');
  expect(text).toContain(
    `Acme: Spring\n- 2 comments and 1 suggestion by Ada, Grace\n- “Shorter, please”\nSee the campaign: ${SITE}/copy?campaign=c-1\n`,
  );
  expect(text).toContain(`Turn off emails about comments: ${OFF}`);
  expect(email([{ ...line, comments: 0 }]).subject).toBe('1 new suggestion on Spring');
});

test('at most three authors of a row are named', () => {
  const by = (authors: string[]) => /^- .* by (.*)$/m.exec(email([{ ...line, authors }]).text)?.[1];
  expect(by(['Ada', 'Grace', 'Joan'])).toBe('Ada, Grace, Joan');
  expect(by(['Ada', 'Grace', 'Joan', 'Mary'])).toBe('Ada, Grace, Joan and others');
});

test('each line has the link of its reader: the admin area, the app, or the review link', () => {
  const lines: CommentsEmail['lines'] = [
    line,
    { ...line, subject: 'leads', row_id: 'l-1' },
    { ...line, subject: 'companies', row_id: 'k-1' },
  ];
  expect(links(lines, true)).toEqual([
    `${SITE}/admin/copy?campaign=c-1`,
    `${SITE}/admin/leads?lead=l-1`,
    `${SITE}/admin/companies?company=k-1`,
  ]);
  expect(links(lines)).toEqual([
    `${SITE}/copy?campaign=c-1`,
    `${SITE}/leads?lead=l-1`,
    `${SITE}/companies?company=k-1`,
  ]);
  expect(links([{ ...line, review_token: 'b'.repeat(64) }])).toEqual([`${SITE}/review/${'b'.repeat(64)}`]);
});

test('long words and names are cut, and the email says that it lists only the newest twenty', () => {
  const { subject, text } = email(
    Array.from({ length: 21 }, () => ({ ...line, words: 'x'.repeat(200), name: 'y'.repeat(150) })),
  );
  expect(text.match(/^Acme: /gm)).toHaveLength(20);
  expect(text).toContain(`“${'x'.repeat(200)}…”`);
  expect(text).toContain(`Acme: ${'y'.repeat(100)}…\n`);
  expect(text).toContain('Only the newest 20 are listed.');
  expect(subject).toBe('At least 42 new comments and 21 suggestions');
});
