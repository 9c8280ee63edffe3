import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { NO_FILTERS, scopeOf } from '@/features/review/filters.ts';
import { countsQuery } from '@/features/review/list-data.ts';
import { useSession } from '@/features/session/session.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { AudiencesCard } from './audiences-card.tsx';
import { CountCards } from './count-cards.tsx';
import { fullNameOf } from './data.ts';
import { FutureInsights } from './future-insights.tsx';
import { GettingStarted } from './getting-started.tsx';
import { greet } from './greeting.ts';

/** What the customers in effect have, and what is left to do. */
export function DashboardPage() {
  const { user, customerIds } = useSession();
  const { data: fullName, isPending } = useQuery(fullNameOf(user?.id ?? ''));
  const everything = useMemo(() => scopeOf(NO_FILTERS, customerIds), [customerIds]);
  const leads = useQuery(countsQuery('leads', everything));
  const companies = useQuery(countsQuery('companies', everything));

  return (
    <div className="mx-auto max-w-300">
      <PageHeader title={isPending ? 'Welcome' : greet(fullName)} description="Campaign overview at a glance" />
      <CountCards leads={leads} companies={companies} />
      <AudiencesCard customers={customerIds} />
      <FutureInsights />
      <GettingStarted pending={leads.data ? leads.data.total - leads.data.approved : 0} />
    </div>
  );
}
