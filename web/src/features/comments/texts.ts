import { counted, formatNumber } from '@/lib/format.ts';

export const texts = {
  count: (total: number, unread: number) =>
    unread > 0 ? counted(unread, 'unread comment') : counted(total, 'comment'),
  waiting: {
    campaigns: 'Waiting for you',
    /** The text beside the name of a page. */
    badge: (count: number) => `${formatNumber(count)} waiting for you`,
  },
  title: 'Comments',
  add: 'Add comment',
  onStep: (number: number) => ` on step ${number}`,
  what: 'The comments',
  loading: 'Loading comments',
  none: 'No comments yet.',
  new: 'New',
  internal: 'Admins only',
  deleted: 'Comment deleted',
  you: 'You',
  formerUser: 'Former user',
  delete: 'Delete comment',
  deletion: {
    title: 'Delete this comment?',
    description: 'Its text is deleted for everyone. “Comment deleted” stays in its place.',
    confirmLabel: 'Delete comment',
    failure: 'Couldn’t delete the comment',
  },
  composer: {
    label: 'New comment',
    placeholder: 'Write a comment…',
    internalPlaceholder: 'Write a comment for admins…',
    internal: 'Only admins see this',
    send: 'Comment',
    unsent: 'Your comment hasn’t been posted.',
  },
  sendFailed: 'Couldn’t post the comment',
};
