import { History } from 'lucide-react';
import { CustomerFilter } from '@/features/customers/customer-filter.tsx';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { uuidIn } from '@/lib/uuid.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { NoMatch } from '@/ui/no-match.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { ActivityList } from './activity-list.tsx';
import { texts } from './texts.ts';

const { page } = texts;

/** The activity of all customers, or of one. The URL holds the customer. */
export function ActivityPage() {
  const [parameter, choose] = useUrlParameter('customer');
  const customerId = uuidIn(parameter);
  return (
    <>
      <PageHeader title={page.title} description={page.description} />
      <div className="mb-3 flex flex-wrap gap-2">
        <CustomerFilter value={customerId} onChange={choose} />
      </div>
      <ActivityList
        customerId={customerId}
        empty={
          customerId ? (
            <NoMatch {...page.noMatch} onClear={() => choose(null)} />
          ) : (
            <EmptyState icon={History} title={page.empty} description={page.emptyHint} />
          )
        }
      />
    </>
  );
}
