import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Building2, Contact } from 'lucide-react';
import type { ReviewCounts } from '@/features/review/list-data.ts';
import { formatNumber } from '@/lib/format.ts';
import { paths } from '@/paths.ts';
import { Skeleton } from '@/ui/skeleton.tsx';
import { CountCard, Counts } from './count-card.tsx';

type Counting = UseQueryResult<ReviewCounts>;

/** How many leads and companies there are, each leading to its list. */
export function CountCards({ leads, companies }: { leads: Counting; companies: Counting }) {
  return (
    <Counts countings={[leads, companies]}>
      <div className="grid gap-4 sm:grid-cols-2">
        <CountCard title="Total Leads" icon={Contact} to={paths.leads} count={leads.data?.total}>
          <Approved counts={leads.data} />
        </CountCard>
        <CountCard title="Companies" icon={Building2} to={paths.companies} count={companies.data?.total}>
          <Approved counts={companies.data} />
        </CountCard>
      </div>
    </Counts>
  );
}

function Approved({ counts }: { counts: ReviewCounts | undefined }) {
  if (!counts) return <Skeleton className="mt-1.5 h-4 w-20" />;
  return (
    <span className={clsx('mt-0.5 text-sm tabular-nums', counts.approved > 0 ? 'text-success' : 'text-muted')}>
      {formatNumber(counts.approved)} approved
    </span>
  );
}
