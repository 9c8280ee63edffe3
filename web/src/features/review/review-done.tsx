import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Undo2 } from 'lucide-react';
import { useContext, useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { listPath, makeScope, NO_FILTERS } from '@/features/lists/filters.ts';
import { countsQuery, type ReviewCounts } from '@/features/lists/list-data.ts';
import { countRows, type Status } from '@/features/lists/status.ts';
import type { ReviewTable } from '@/features/lists/table.ts';
import { useListPages } from '@/features/lists/use-list-pages.ts';
import { useSession } from '@/features/session/session.tsx';
import { formatDay } from '@/lib/format.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { useIsUndoInToast } from '@/lib/toast.ts';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { DecisionsContext, usePendingDecisions } from './decisions.ts';
import { texts } from './texts.ts';

/** What comes after the lists: the campaigns, unless a page says otherwise; null for nothing. */
export type NextStep = { to: string; label: string } | null;

const CAMPAIGNS: NextStep = { to: paths.copy, label: texts.done.campaigns };

export type ReviewDoneProps = {
  table: ReviewTable;
  /** The counts of the filtered rows. */
  counts: ReviewCounts;
  /** There are filters besides the status. */
  isFiltered: boolean;
  customers: readonly string[];
  afterLists: NextStep | undefined;
};

const OTHER = {
  leads: { name: 'companies', noun: { one: 'company', many: 'companies' } },
  companies: { name: 'leads', noun: { one: 'lead', many: 'leads' } },
} as const;

/** The end of a review: what was decided, and what comes next. */
export function ReviewDone({ table, counts, isFiltered, customers, afterLists = CAMPAIGNS }: ReviewDoneProps) {
  const { name, noun } = table;
  const other = OTHER[name];
  const { reviewLink } = useSession();
  const pages = useListPages();
  const everything = useMemo(() => makeScope(NO_FILTERS, customers), [customers]);
  const { data: own } = useQuery(countsQuery(name, everything));
  const { data: others } = useQuery({
    ...countsQuery(other.name, everything),
    enabled: pages[other.name] !== undefined,
  });
  const decisions = useContext(DecisionsContext);
  const saving = usePendingDecisions(name).length;
  const isUndoInToast = useIsUndoInToast(name);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The last row, or the button that approves the rest, had the focus.
    if (document.activeElement?.matches('body, :disabled')) box.current?.focus({ preventScroll: true });
  }, []);

  const remaining = own && isFiltered ? countRows(own, 'to_review') : 0;
  const othersToReview = others ? countRows(others, 'to_review') : 0;
  const rejected = countRows(counts, 'rejected');
  const statusPath = (of: TableName, status: Status) => listPath(pages[of] ?? '', { status });
  const next =
    remaining > 0
      ? { to: statusPath(name, 'to_review'), label: texts.done.reviewRest(remaining, noun) }
      : othersToReview > 0
        ? { to: statusPath(other.name, 'to_review'), label: texts.done.reviewOther(othersToReview, other.noun) }
        : afterLists;
  const inWords = (of: ReviewCounts) => texts.done.counts(countRows(of, 'approved'), countRows(of, 'rejected'));
  const both = own &&
    others && [texts.done.ofTable(noun, inWords(own)), texts.done.ofTable(other.noun, inWords(others))];
  const decided =
    next || !both || others.total === 0 ? inWords(counts) : (name === 'leads' ? both : both.toReversed()).join(' ');
  return (
    <div ref={box} data-done tabIndex={-1} className="outline-none">
      <EmptyState
        icon={CircleCheck}
        title={next || !reviewLink ? texts.done.title(noun, isFiltered) : texts.done.everything}
        description={
          <>
            {saving > 0 ? texts.done.saving(saving) : decided}
            {reviewLink && ` ${texts.done.until(formatDay(new Date(reviewLink.expiresAt), new Date()))}`}
          </>
        }
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {next && (
              <Link to={next.to} className={buttonClass('primary')}>
                {next.label}
              </Link>
            )}
            {reviewLink && (
              <Link to={pages[name] ?? ''} className={buttonClass()}>
                {texts.done.showAll(noun, false)}
              </Link>
            )}
            {rejected > 0 && (
              <Link to={statusPath(name, 'rejected')} className={buttonClass()}>
                {texts.done.rejected(rejected, noun)}
              </Link>
            )}
            {decisions?.canUndo() && (
              <Button
                icon={Undo2}
                style={{ visibility: saving > 0 || isUndoInToast ? 'hidden' : 'visible' }}
                onClick={decisions.undo}
              >
                {texts.done.undo}
              </Button>
            )}
          </span>
        }
      />
    </div>
  );
}
