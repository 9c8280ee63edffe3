import { useQueries } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { MessageCircle } from 'lucide-react';
import { createContext, useContext, useMemo } from 'react';
import { visitorArea } from '@/features/session/access.ts';
import { useSession } from '@/features/session/session.tsx';
import { inBatches } from '@/lib/batches.ts';
import { formatNumber } from '@/lib/format.ts';
import { mergedMaps } from '@/lib/query-client.ts';
import { type CommentCount, commentCounts } from './data.ts';
import { texts } from './texts.ts';

/** The numbers of comments of the rows around, by id. */
export const CommentCountsContext = createContext<ReadonlyMap<string, CommentCount>>(new Map());

export function useCommentCounts(pages: Pages = NO_PAGES): ReadonlyMap<string, CommentCount> {
  const asMember = visitorArea(useSession()) === 'customer';
  const queries = useMemo(
    () => pages.flatMap((page) => inBatches(pageIds(page), MAX_ROWS)).map((ids) => commentCounts(ids, asMember)),
    [pages, asMember],
  );
  return useQueries({ queries, combine: mergedMaps });
}

type Pages = readonly { rows: readonly { id: string }[] }[];

const pageIds = ({ rows }: Pages[number]) => rows.map(({ id }) => id);

const NO_PAGES: Pages = [];

/** The database counts for at most this many rows at once. */
const MAX_ROWS = 200;

export function CommentBadge({ id }: { id: string }) {
  const count = useContext(CommentCountsContext).get(id);
  if (!count) return null;
  const { total, unread } = count;
  const label = texts.count(total, unread);
  return (
    <span
      title={label}
      className={clsx(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-sm px-1 font-medium text-xs tabular-nums',
        unread > 0 ? 'bg-accent-soft text-accent-text' : 'text-muted',
      )}
    >
      <MessageCircle aria-hidden className="size-3.5" />
      <span aria-hidden>{formatNumber(unread > 0 ? unread : total)}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
