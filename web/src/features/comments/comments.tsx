import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { visitorArea } from '@/features/session/access.ts';
import { AdminBadge } from '@/features/session/admin-badge.tsx';
import { useSession } from '@/features/session/session.tsx';
import { type UserName, useUserNames } from '@/features/session/user-names-data.ts';
import { logFailure } from '@/lib/failure.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge } from '@/ui/badge.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { CommentComposer } from './comment-composer.tsx';
import { CommentsLoading } from './comments-loading.tsx';
import { type Comment, type Commented, commentKeys, commentList, deleteComment, markRead } from './data.ts';
import { texts } from './texts.ts';

/** The comments on a row, and a field for a new one. What is shown counts as read. */
export function Comments({ of, autoFocus }: { of: Commented; autoFocus?: boolean }) {
  const asMember = visitorArea(useSession()) === 'customer';
  const comments = useQuery(commentList(of, asMember));
  const names = useUserNames(of.customerId, comments.data?.map(({ author_id }) => author_id) ?? []);
  useMarkRead(comments.data);
  return (
    <div className="space-y-4">
      <Loaded query={comments} what={texts.what} skeleton={<CommentsLoading />}>
        {(loaded) =>
          loaded.length === 0 ? (
            <p className="text-muted text-sm">{texts.none}</p>
          ) : (
            <ol aria-label={texts.title} className="space-y-4">
              {loaded.map((comment) => (
                <Item key={comment.id} comment={comment} names={names} />
              ))}
            </ol>
          )
        }
      </Loaded>
      <CommentComposer of={of} mayBeInternal={!asMember} autoFocus={autoFocus} />
    </div>
  );
}

/** Marks the shown comments as read. They stay marked as new until they are loaded again. */
function useMarkRead(comments: readonly Comment[] | undefined) {
  const client = useQueryClient();
  const { user } = useSession();
  const unread = comments?.filter((comment) => isUnread(comment, user?.id)).map(({ id }) => id) ?? [];
  const key = unread.join(' ');
  useEffect(() => {
    if (key === '') return;
    markRead(key.split(' ')).then(
      () => client.invalidateQueries({ queryKey: commentKeys.counts }),
      (failure) => logFailure('Error marking comments as read', failure),
    );
  }, [client, key]);
}

const isUnread = ({ author_id, deleted_at, comment_reads }: Comment, reader: string | undefined) =>
  author_id !== reader && deleted_at === null && comment_reads.length === 0;

function Item({ comment, names }: { comment: Comment; names: Map<string, UserName> | undefined }) {
  const { id, author_id, body, is_internal, created_at, deleted_at } = comment;
  const { user } = useSession();
  const [confirming, setConfirming] = useState(false);
  const isOwn = author_id !== null && author_id === user?.id;
  const writer = author_id === null || isOwn ? undefined : names?.get(author_id);
  const author = isOwn ? texts.you : names && (writer?.name ?? texts.formerUser);
  if (deleted_at !== null) {
    return (
      <li className="flex items-center gap-2.5 text-muted text-xs italic">
        <Trash2 aria-hidden className="ml-1.5 size-3.5" />
        <span>
          {texts.deleted} · <RelativeTime at={deleted_at} />
        </span>
      </li>
    );
  }
  return (
    <li className="group flex gap-2.5">
      <Avatar name={author ?? ''} className="size-7" />
      <div className="min-w-0 flex-1 text-sm">
        <div className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-medium">{author}</span>
          {writer?.is_admin && <AdminBadge />}
          <span className="text-muted text-xs">
            <RelativeTime at={created_at} />
          </span>
          {is_internal && (
            <Badge tone="warning" icon={Lock}>
              {texts.internal}
            </Badge>
          )}
          {isUnread(comment, user?.id) && <Badge tone="info">{texts.new}</Badge>}
        </div>
        <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
          {body}
        </p>
      </div>
      {isOwn && (
        <IconButton
          label={texts.delete}
          icon={Trash2}
          className="-my-1 pointer-fine:not-group-hover:not-group-focus-within:opacity-0"
          onClick={() => setConfirming(true)}
        />
      )}
      {confirming && (
        <ConfirmAction
          {...texts.deletion}
          danger
          write={() => deleteComment(id)}
          refresh={(client) => client.invalidateQueries({ queryKey: commentKeys.all })}
          onClose={() => setConfirming(false)}
        />
      )}
    </li>
  );
}
