import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Building2, Contact } from 'lucide-react';
import { formatNumber } from '@/lib/format.ts';
import type { Tally } from '@/lib/tally.ts';
import { paths } from '@/paths.ts';
import { Skeleton } from '@/ui/skeleton.tsx';
import { CountCard, Counts } from './count-card.tsx';

type Counting = UseQueryResult<Tally>;

/** How many leads and companies there are, each leading to its list. */
export function CountCards({ leads, companies }: { leads: Counting; companies: Counting }) {
  return (
    <Counts countings={[leads, companies]}>
      <div className="grid gap-4 sm:grid-cols-2">
        <CountCard title="Total Leads" icon={Contact} to={paths.leads} count={leads.data?.total}>
          <Approved tally={leads.data} />
        </CountCard>
        <CountCard title="Companies" icon={Building2} to={paths.companies} count={companies.data?.total}>
          <Approved tally={companies.data} />
        </CountCard>
      </div>
    </Counts>
  );
}

function Approved({ tally }: { tally: Tally | undefined }) {
  if (!tally) return <Skeleton className="mt-1.5 h-4 w-20" />;
  return (
    <span className={clsx('mt-0.5 text-sm tabular-nums', tally.approved > 0 ? 'text-success' : 'text-muted')}>
      {formatNumber(tally.approved)} approved
    </span>
  );
}
