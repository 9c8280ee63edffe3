import { queryOptions } from '@tanstack/react-query';
import { makeDrafts } from '@/lib/drafts.ts';
import { type RowOf, readData, rows } from '@/lib/rows.ts';

type CommentedRow = { kind: 'lead' | 'company' | 'campaign' | 'step'; id: string; customerId: string };
/** A step as a version of a campaign has it; `id` is its own in that version. */
type CommentedVersionStep = {
  kind: 'version step';
  id: string;
  customerId: string;
  campaignId: string;
  versionId: string;
};

export type Commented = CommentedRow | CommentedVersionStep;

const COLUMNS = {
  lead: 'lead_id',
  company: 'company_id',
  campaign: 'campaign_id',
  step: 'step_id',
  'version step': 'version_step_id',
} as const;

const selectComments = () =>
  rows.from('comments').select('id, author_id, body, is_internal, created_at, deleted_at, comment_reads(comment_id)');

/** `comment_reads` is empty if the caller has not read it. */
export type Comment = RowOf<typeof selectComments>;

/** The comments, oldest first. Members read no internal ones anyway; `asMember` leaves them out for administrators, too. */
export const commentList = ({ kind, id, customerId }: Commented, asMember: boolean) =>
  queryOptions({
    queryKey: ['comments', 'list', id, asMember],
    queryFn: ({ signal }): Promise<Comment[]> => {
      let request = selectComments().eq('customer_id', customerId).eq(COLUMNS[kind], id);
      if (kind === 'campaign') request = request.is('version_step_id', null);
      if (asMember) request = request.is('is_internal', false);
      return readData(request.order('created_at').order('id'), signal);
    },
    staleTime: 0,
  });

export type CommentCount = { total: number; unread: number };

export const commentCounts = (ids: readonly string[], asMember: boolean) =>
  queryOptions({
    queryKey: ['comments', 'count', ids, asMember],
    queryFn: async ({ signal }): Promise<Map<string, CommentCount>> => {
      const data = await readData(rows.rpc('comment_counts', { row_ids: [...ids], as_member: asMember }), signal);
      return new Map(data.map(({ row_id, total, unread }) => [row_id, { total, unread }]));
    },
    meta: { logAs: 'Error counting comments' },
  });

export type NewComment = { body: string; isInternal: boolean };

/** Comments that were typed and not sent. */
export const commentDrafts = makeDrafts<NewComment>('comment');

export function addComment(of: Commented, { body, isInternal }: NewComment) {
  const row = {
    [COLUMNS[of.kind]]: of.id,
    ...(of.kind === 'version step' && { campaign_id: of.campaignId, version_id: of.versionId }),
  };
  return readData(rows.from('comments').insert({ ...row, customer_id: of.customerId, body, is_internal: isInternal }));
}

/** Deletes the text. The database sets the time. */
export const deleteComment = (id: string) =>
  readData(rows.from('comments').update({ deleted_at: 'now' }).eq('id', id).select('id').single());

export const markRead = (ids: string[]) => readData(rows.rpc('mark_comments_read', { ids }));

export const commentKeys = { all: ['comments'], lists: ['comments', 'list'], counts: ['comments', 'count'] };
