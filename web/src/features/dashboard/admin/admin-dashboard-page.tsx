import { useQuery } from '@tanstack/react-query';
import { BriefcaseBusiness, Building2, Contact, UsersRound } from 'lucide-react';
import { customerCount } from '@/features/customers/data.ts';
import { NO_FILTERS, scopeOf } from '@/features/lists/filters.ts';
import { countQuery } from '@/features/lists/list-data.ts';
import { userCount } from '@/features/users/data.ts';
import { paths } from '@/paths.ts';
import { PageHeader } from '@/ui/page-header.tsx';
import { CountCard, Counts } from '../count-card.tsx';
import { texts } from '../texts.ts';
import { AttentionCard } from './attention-card.tsx';
import { DecisionsCard } from './decisions-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { RejectionsCard } from './rejections-card.tsx';
import { SetupCard } from './setup-card.tsx';

const EVERYTHING = scopeOf(NO_FILTERS, null);

export function AdminDashboardPage() {
  const customers = useQuery(customerCount(''));
  const users = useQuery(userCount(''));
  const leads = useQuery(countQuery('leads', EVERYTHING));
  const companies = useQuery(countQuery('companies', EVERYTHING));
  return (
    <div className="mx-auto max-w-300">
      <PageHeader title={texts.adminTitle} />
      <Counts queries={[customers, users, leads, companies]}>
        <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
          <CountCard
            title={texts.counts.totalCustomers}
            icon={BriefcaseBusiness}
            to={paths.adminCustomers}
            count={customers.data}
          />
          <CountCard title={texts.counts.totalUsers} icon={UsersRound} to={paths.adminUsers} count={users.data} />
          <CountCard title={texts.counts.leads} icon={Contact} to={paths.adminLeads} count={leads.data} />
          <CountCard
            title={texts.counts.totalCompanies}
            icon={Building2}
            to={paths.adminCompanies}
            count={companies.data}
          />
        </div>
      </Counts>
      <SetupCard customers={customers.data} leads={leads.data} />
      <AttentionCard />
      {customers.data !== 0 && <ProgressCard />}
      {leads.data !== 0 && (
        <>
          <DecisionsCard />
          <RejectionsCard />
        </>
      )}
    </div>
  );
}
