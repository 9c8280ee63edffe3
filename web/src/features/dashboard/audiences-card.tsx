import { useInfiniteQuery } from '@tanstack/react-query';
import { Target } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { type AudienceTotal, audienceTotals } from '@/features/audiences/data.ts';
import { listPath } from '@/features/lists/filters.ts';
import { paths } from '@/paths.ts';
import { Card } from '@/ui/card.tsx';
import { ChartTable } from '@/ui/chart-table.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { RetryLine } from '@/ui/error-state.tsx';
import { ListStates } from '@/ui/list/list-states.tsx';
import { Loading } from '@/ui/skeleton.tsx';
import { REVIEW_PARTS, ReviewBar } from './review-bar.tsx';
import { texts } from './texts.ts';

/** The audiences of the customers, largest first. Each links to its leads. */
export const AudiencesCard = memo(({ customers }: { customers: readonly string[] }) => {
  const list = useInfiniteQuery(audienceTotals(customers));
  const audiences = list.data?.pages.flat() ?? [];
  return (
    <Card className="mt-4">
      <h2 className="flex items-center gap-2 px-5 pt-5 pb-3 font-medium text-muted text-sm">
        <Target aria-hidden className="size-4" />
        {texts.audiences.title}
      </h2>
      {list.isError && audiences.length === 0 ? (
        <RetryLine text={texts.audiences.failed} onRetry={list.refetch} className="px-5 pb-5" />
      ) : (
        <ListStates
          noun={texts.audiences.rows}
          list={list}
          count={audiences.length}
          skeleton={<Loading label={texts.audiences.loading} className={LIST} count={3} shape="mx-2 my-2.5 h-6" />}
          empty={<NoAudiences />}
          onDemand
        >
          <AudienceLinks audiences={audiences} />
        </ListStates>
      )}
    </Card>
  );
});

const LIST = 'grid max-h-80 gap-x-4 overflow-y-auto px-3 pb-3 sm:grid-cols-2 lg:grid-cols-3';

const NoAudiences = () => (
  <div className="-mt-8">
    <EmptyState icon={Target} title={texts.audiences.none} description={texts.audiences.noneHint} />
  </div>
);

function AudienceLinks({ audiences }: { audiences: readonly AudienceTotal[] }) {
  return (
    <>
      <ul className={LIST}>
        {audiences.map(({ name, approved, reviewed, total }) => (
          <li key={name} className="min-w-0">
            <Link
              to={listPath(paths.leads, { audience: name })}
              className="block rounded-md px-2 pt-1.5 pb-2.5 text-sm hover:bg-subtle focus-visible:-outline-offset-2"
            >
              <span className="mb-1.5 flex items-center justify-between gap-3">
                <span className="truncate font-medium" title={name} dir="auto">
                  {name}
                </span>
                <span className="shrink-0 text-muted tabular-nums">{texts.counts.approved(approved)}</span>
              </span>
              <ReviewBar approved={approved} rejected={reviewed - approved} toReview={total - reviewed} />
            </Link>
          </li>
        ))}
      </ul>
      <div className="px-5 pb-4">
        <ChartTable
          label={texts.audiences.title}
          head={[texts.audience, ...REVIEW_PARTS.map(({ label }) => label)]}
          rows={audiences.map(({ name, approved, reviewed, total }) => [
            name,
            approved,
            reviewed - approved,
            total - reviewed,
          ])}
        />
      </div>
    </>
  );
}
