import type { Noun } from '@/lib/format.ts';

const comment: Noun = { one: 'comment', many: 'comments' };
const unread: Noun = { one: 'unread comment', many: 'unread comments' };

/** The texts of comments. */
export const texts = {
  comment,
  unread,
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
  confirmDelete: {
    title: 'Delete this comment?',
    description: 'Its text is deleted for everyone. “Comment deleted” stays in its place.',
    confirm: 'Delete comment',
  },
  composer: {
    label: 'New comment',
    placeholder: 'Write a comment…',
    internalPlaceholder: 'Write a comment for admins…',
    internal: 'Only admins see this',
    send: 'Comment',
  },
  sendFailed: 'Couldn’t post the comment',
  deleteFailed: 'Couldn’t delete the comment',
};
