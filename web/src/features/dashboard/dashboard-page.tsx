import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import {
  Activity,
  Building2,
  ClipboardCheck,
  Clock,
  Contact,
  Gauge,
  ListTodo,
  type LucideIcon,
  MailOpen,
  Reply,
} from 'lucide-react';
import { memo, useMemo } from 'react';
import { Link } from 'react-router';
import { waitingReviews } from '@/features/campaigns/review/data.ts';
import { makeScope, NO_FILTERS } from '@/features/lists/filters.ts';
import { countsQuery, type ReviewCounts } from '@/features/lists/list-data.ts';
import { useSession } from '@/features/session/session.tsx';
import { useDeadline } from '@/features/session/use-deadline.ts';
import { useIsViewer, useRoles } from '@/features/session/use-role.ts';
import { fullNameQuery } from '@/features/session/user-names-data.ts';
import { paths } from '@/paths.ts';
import { Badge } from '@/ui/badge.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Section } from '@/ui/section.tsx';
import { InOrder, Loading, Skeleton } from '@/ui/skeleton.tsx';
import { AudiencesCard } from './audiences-card.tsx';
import { CountCard, Counts } from './count-card.tsx';
import { GettingStarted } from './getting-started.tsx';
import { ReportLink } from './report-link.tsx';
import { ReviewCard } from './review-card.tsx';
import { texts } from './texts.ts';

export function DashboardPage() {
  const { user, customerIds } = useSession();
  const isViewer = useIsViewer(customerIds);
  const deadline = useDeadline(customerIds);
  const everything = useMemo(() => makeScope(NO_FILTERS, customerIds), [customerIds]);
  const leads = useQuery(countsQuery('leads', everything));
  const companies = useQuery(countsQuery('companies', everything));
  const { data: fullName, isPending } = useQuery({ ...fullNameQuery(user?.id ?? ''), enabled: !leads.isPending });

  return (
    <InOrder className="mx-auto max-w-300">
      <PageHeader
        title={isPending ? texts.welcome : texts.greet(fullName)}
        description={texts.tagline}
        actions={customerIds[0] && <ReportLink customerId={customerIds[0]} />}
      />
      {(leads.data || leads.isPending) && (companies.data || companies.isPending) && (
        <ReviewCard leads={leads.data} companies={companies.data} isViewer={isViewer} deadline={deadline} />
      )}
      <Counts queries={[leads, companies]}>
        <div className="grid gap-4 sm:grid-cols-2">
          <CountCard title={texts.counts.leads} icon={Contact} to={paths.leads} count={leads.data?.total}>
            <Approved counts={leads.data} />
          </CountCard>
          <CountCard title={texts.counts.companies} icon={Building2} to={paths.companies} count={companies.data?.total}>
            <Approved counts={companies.data} />
          </CountCard>
        </div>
      </Counts>
      <WaitingCopy customers={customerIds} />
      <AudiencesCard customers={customerIds} />
      <FutureInsights />
      <GettingStarted leads={isViewer ? undefined : leads.data} />
    </InOrder>
  );
}

function Approved({ counts }: { counts: ReviewCounts | undefined }) {
  if (!counts) return <Skeleton className="mt-1.5 h-4 w-20" />;
  return (
    <span className={clsx('mt-0.5 text-sm tabular-nums', counts.approved > 0 ? 'text-success' : 'text-muted')}>
      {texts.counts.approved(counts.approved)}
    </span>
  );
}

const INSIGHTS: readonly { name: string; icon: LucideIcon }[] = [
  { name: texts.insights.openRate, icon: MailOpen },
  { name: texts.insights.replyRate, icon: Reply },
  { name: texts.insights.conversionRate, icon: Activity },
  { name: texts.insights.engagementScore, icon: Gauge },
  { name: texts.insights.followUpQueue, icon: ListTodo },
  { name: texts.insights.responseTime, icon: Clock },
];

const FutureInsights = memo(() => (
  <Section title={texts.insights.title}>
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-3">
      {INSIGHTS.map(({ name, icon: Icon }) => (
        <li
          key={name}
          className="flex flex-col items-start justify-between gap-2 rounded-lg border border-border border-dashed p-4 text-muted text-sm lg:flex-row lg:items-center"
        >
          <span className="flex items-center gap-2">
            <Icon aria-hidden className="size-4 shrink-0" />
            {name}
          </span>
          <Badge className="shrink-0">{texts.insights.badge}</Badge>
        </li>
      ))}
    </ul>
  </Section>
));

/** The campaigns that wait for the review of these customers, if the user is an approver; nothing if there are none. */
function WaitingCopy({ customers }: { customers: readonly string[] }) {
  const { data: reviews = [], isPending } = useQuery(waitingReviews(customers));
  const roleIn = useRoles();
  const waiting = reviews.filter(({ customer_id }) => roleIn(customer_id) === 'approver');
  const { customers: own } = useSession();
  if (isPending) return <Loading label={texts.waitingCopy.loading} />;
  if (waiting.length === 0) return null;
  return (
    <Section title={texts.waitingCopy.title}>
      <Card>
        <ul className="divide-y divide-border">
          {waiting.map(({ campaign_id, customer_id, name, number, requested_at }) => (
            <li key={campaign_id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
              <ClipboardCheck aria-hidden className="size-4 shrink-0 text-accent-text" />
              <div className="min-w-40 flex-1 text-sm">
                <p dir="auto" className="wrap-anywhere line-clamp-2 text-start font-medium">
                  {name}
                </p>
                <p className="text-muted text-xs">
                  {customers.length > 1 && (
                    <>
                      <bdi>{own.find(({ id }) => id === customer_id)?.name}</bdi> ·{' '}
                    </>
                  )}
                  <span>{texts.waitingCopy.requested(number, <RelativeTime at={requested_at} />)}</span>
                </p>
              </div>
              <Link
                to={`${paths.copy}?${new URLSearchParams({ campaign: campaign_id, version: String(number) })}`}
                aria-label={texts.waitingCopy.reviewOf(name)}
                className={buttonClass('secondary', 'sm')}
              >
                {texts.waitingCopy.review}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
