import { expect, test } from 'vitest';
import type { Digest } from './digest.ts';
import type { EmailBrand } from './email-html.ts';
import { deliveryEmail } from './outbox.ts';

const SITE = 'https://leads.example.test';
const digest = (content: Partial<Digest>): Digest => ({
  email: 'ada@example.test',
  period: 'daily',
  day: '2026-11-30',
  is_agency: false,
  token: 'a'.repeat(64),
  groups: {},
  ...content,
});
const render = (content: Partial<Digest>, brand?: EmailBrand) =>
  deliveryEmail({ kind: 'digest', content: digest(content) }, SITE, brand);
const groupsIn = (content: Partial<Digest>) => render(content).text.split('\n\n-- \n\n')[0]?.split('\n\n').slice(1);

test('an administrator’s digest has a link to the admin area for each group', () => {
  const groups: Digest['groups'] = {
    decided: [{ customer: 'Acme', approved: 1200, rejected: 0 }],
    to_review: [{ customer: 'Acme', leads: 1, companies: 1000 }],
    reviews: [
      { customer: 'Acme', campaign: 'Spring', number: 2, status: 'approved' },
      { customer: 'Acme', campaign: 'Fall', number: 1, status: 'changes_requested' },
    ],
    comments: [{ customer: 'Acme', comments: 2 }],
    failed: [{ customer: 'Acme', campaign: 'Spring' }],
  };
  expect(groupsIn({ is_agency: true, groups })).toEqual([
    `Decided\n- Acme: 1,200 approved\nSee all leads: ${SITE}/admin/leads`,
    `Waiting for review\n- Acme: 1 lead, 1,000+ companies\nSee all leads: ${SITE}/admin/leads`,
    `Reviewed campaigns\n- Acme: Spring, version 2: approved\n- Acme: Fall, version 1: changes requested\nSee all campaigns: ${SITE}/admin/copy`,
    `Comments\n- Acme: 2 comments\nSee what’s new: ${SITE}/admin`,
    `Hand-offs that failed\n- Acme: Spring\nSee all hand-offs: ${SITE}/admin/hand-offs`,
  ]);
});

test('a member’s digest has links to the customer area', () => {
  const groups: Digest['groups'] = {
    to_review: [{ customer: 'Acme', leads: 2, companies: 0 }],
    reviews: [{ customer: 'Acme', campaign: 'Spring', number: 2, status: 'in_review' }],
    comments: [{ customer: 'Acme', comments: 1 }],
  };
  expect(groupsIn({ groups })).toEqual([
    `New to review\n- Acme: 2 leads\nReview leads: ${SITE}/leads`,
    `Campaigns to sign off\n- Acme: Spring, version 2\nReview campaigns: ${SITE}/copy`,
    `Comments\n- Acme: 1 comment\nSee what’s new: ${SITE}/dashboard`,
  ]);
});

test('a group shows twenty lines and says that there are more', () => {
  const comments = Array.from({ length: 21 }, (_, index) => ({ customer: `Customer ${index + 1}`, comments: 1 }));
  const lines = groupsIn({ groups: { comments } })?.[0]?.split('\n');
  expect(lines).toHaveLength(23);
  expect(lines?.slice(20, 22)).toEqual(['- Customer 20: 1 comment', '- And more']);
});

test('a digest names its period and day, escapes names, and has the token in the link that unsubscribes only', () => {
  const groups = { failed: [{ customer: '<b>Acme</b>', campaign: 'Spring & "Fall"' }] };
  const { subject, text, html } = render({ period: 'weekly', groups }, { name: 'Kiln' });
  expect(subject).toBe('Weekly digest for Monday 30 November');
  expect(html).toContain('&lt;b&gt;Acme&lt;/b&gt;: Spring &amp; &quot;Fall&quot;</li>');
  expect(text).toContain('You get this weekly digest because you turned it on in your Kiln account.');
  expect(html.split('a'.repeat(64))).toHaveLength(2);
  expect(html).toContain(`href="${SITE}/unsubscribe/${'a'.repeat(64)}"`);
});
