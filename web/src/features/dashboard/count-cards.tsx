import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Building2, ChevronRight, Contact, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/format.ts';
import type { Tally } from '../../lib/tally.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type Counting = UseQueryResult<Tally>;

/** How many leads and companies there are, each leading to its list. */
export function CountCards({ leads, companies }: { leads: Counting; companies: Counting }) {
  const failed = [leads, companies].filter((counting) => counting.isError && !counting.data);
  if (failed.length > 0) {
    return (
      <Card>
        <ErrorState
          title="The counts could not be loaded"
          description="Check your connection and try again."
          details={failed[0]?.error?.message}
          onRetry={() => failed.map((counting) => counting.refetch())}
        />
      </Card>
    );
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <CountCard title="Total Leads" icon={Contact} to={paths.leads} tally={leads.data} />
      <CountCard title="Companies" icon={Building2} to={paths.companies} tally={companies.data} />
    </div>
  );
}

type CountCardProps = { title: string; icon: LucideIcon; to: string; tally: Tally | undefined };

function CountCard({ title, icon: Icon, to, tally }: CountCardProps) {
  return (
    <Link
      to={to}
      className="group flex min-h-32 flex-col rounded-lg border border-border bg-raised p-5 transition-colors hover:border-control"
    >
      <span className="flex items-center gap-2 font-medium text-muted text-sm">
        <Icon aria-hidden className="size-4" />
        {title}
        <ChevronRight
          aria-hidden
          className="ml-auto size-4 transition-transform group-hover:translate-x-0.5 group-hover:text-text"
        />
      </span>
      {tally ? (
        <>
          <span className="mt-2 font-semibold text-2xl tabular-nums">{formatNumber(tally.total)}</span>
          <span className={clsx('mt-0.5 text-sm tabular-nums', tally.approved > 0 ? 'text-approved' : 'text-muted')}>
            {formatNumber(tally.approved)} approved
          </span>
        </>
      ) : (
        <>
          <Skeleton className="mt-3 h-7 w-24" />
          <Skeleton className="mt-2 h-4 w-20" />
        </>
      )}
    </Link>
  );
}
