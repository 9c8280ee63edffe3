import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CUSTOMER } from '#tests/component/review-table.ts';
import { CommentCountsContext } from './comment-counts.tsx';
import { CommentsDisclosure } from './comments-disclosure.tsx';

const OF = { kind: 'step', id: 'step-1', customerId: CUSTOMER } as const;

it.each([
  ['without comments offers to add one', new Map(), 'Add comment on step 2'],
  ['with comments has their number', new Map([['step-1', { total: 3, unread: 0 }]]), 'Comments on step 2 3 comments'],
  [
    'with unread comments has the number of these',
    new Map([['step-1', { total: 3, unread: 1 }]]),
    'Comments on step 2 1 unread comment',
  ],
])('a step %s', async (_, counts, name) => {
  signIn({ customerIds: [CUSTOMER] });
  answer('GET', '/rest/v1/comments', () => []);
  const { user } = renderPage(
    <CommentCountsContext value={counts}>
      <CommentsDisclosure of={OF} where=" on step 2" />
    </CommentCountsContext>,
  );
  const button = await screen.findByRole('button', { name });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.click(button);
  await screen.findByRole('textbox', { name: 'New comment' });
});
