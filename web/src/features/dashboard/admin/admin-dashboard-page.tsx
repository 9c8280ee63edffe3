import { useQuery } from '@tanstack/react-query';
import { BriefcaseBusiness, Building2, CircleCheck, CircleDashed, Contact, UsersRound } from 'lucide-react';
import { Link } from 'react-router';
import { customerCount } from '@/features/customers/data.ts';
import { makeScope, NO_FILTERS } from '@/features/lists/filters.ts';
import { countQuery } from '@/features/lists/list-data.ts';
import { userCount } from '@/features/users/data.ts';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { buttonClass } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { Section } from '@/ui/section.tsx';
import { InOrder } from '@/ui/skeleton.tsx';
import { CountCard, Counts } from '../count-card.tsx';
import { texts } from '../texts.ts';
import { AttentionCard } from './attention-card.tsx';
import { isAnyCustomerInvited } from './data.ts';
import { DecisionsCard } from './decisions-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { RejectionsCard } from './rejections-card.tsx';

const EVERYTHING = makeScope(NO_FILTERS, null);

export function AdminDashboardPage() {
  const customers = useQuery(customerCount(''));
  const users = useQuery(userCount(''));
  const leads = useQuery(countQuery('leads', EVERYTHING));
  const companies = useQuery(countQuery('companies', EVERYTHING));
  const cards = [
    { title: texts.counts.totalCustomers, icon: BriefcaseBusiness, to: paths.adminCustomers, query: customers },
    { title: texts.counts.totalUsers, icon: UsersRound, to: paths.adminUsers, query: users },
    { title: texts.counts.leads, icon: Contact, to: paths.adminLeads, query: leads },
    { title: texts.counts.totalCompanies, icon: Building2, to: paths.adminCompanies, query: companies },
  ];
  return (
    <InOrder className="mx-auto max-w-300">
      <PageHeader title={commonTexts.pages.dashboard} />
      <Counts queries={cards.map(({ query }) => query)}>
        <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
          {cards.map(({ query, ...card }) => (
            <CountCard key={card.to} {...card} count={query.data} />
          ))}
        </div>
      </Counts>
      <SetupCard customers={customers.data} leads={leads.data} />
      <AttentionCard />
      {customers.data !== 0 && <ProgressCard />}
      {leads.data !== 0 && <DecisionsCard />}
      {leads.data !== 0 && <RejectionsCard />}
    </InOrder>
  );
}

const { setup } = texts;

/** The first steps of an installation, until there is a customer with leads who was invited. */
function SetupCard({ customers, leads }: { customers: number | undefined; leads: number | undefined }) {
  const { data: isInvited } = useQuery(isAnyCustomerInvited);
  if (customers === undefined || isInvited === undefined || leads === undefined) return null;
  const steps = [
    { title: setup.customer, hint: setup.customerHint, to: `${paths.adminCustomers}?create=1`, isDone: customers > 0 },
    { title: setup.upload, hint: setup.uploadHint, to: `${paths.adminLeads}?upload=1`, isDone: leads > 0 },
    { title: setup.invite, hint: setup.inviteHint, to: `${paths.adminUsers}?invite=1`, isDone: isInvited },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  if (next < 0) return null;
  return (
    <Section title={setup.title}>
      <Card>
        <ol className="divide-y divide-border">
          {steps.map(({ title, hint, to, isDone }, index) => (
            <li key={title} className="flex items-center gap-3 px-5 py-3 text-sm">
              {isDone ? (
                <CircleCheck aria-label={commonTexts.done} className="size-5 shrink-0 text-success" />
              ) : (
                <CircleDashed aria-hidden className="size-5 shrink-0 text-muted" />
              )}
              <div className="min-w-0 flex-1">
                <p className={isDone ? 'text-muted' : 'font-medium'}>{title}</p>
                {!isDone && <p className="text-muted">{hint}</p>}
              </div>
              {!isDone && (
                <Link to={to} className={buttonClass(index === next ? 'primary' : 'secondary')}>
                  {title}
                </Link>
              )}
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  );
}
