import { History } from 'lucide-react';
import { CustomerFilter } from '@/features/customers/customer-filter.tsx';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { uuidIn } from '@/lib/uuid.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { NoMatch } from '@/ui/no-match.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { ActivityList } from './activity-list.tsx';

/** Who did what, for one customer or for all; the address holds which. */
export function ActivityPage() {
  const [named, choose] = useUrlParameter('customer');
  const customerId = uuidIn(named);
  return (
    <>
      <PageHeader title="Activity" description="Who did what, newest first. It is kept as it was written." />
      <div className="mb-3 flex flex-wrap gap-2">
        <CustomerFilter value={customerId} onChange={choose} />
      </div>
      <ActivityList
        customerId={customerId}
        empty={
          customerId ? (
            <NoMatch rows="acts" filters="this customer" onClear={() => choose(null)} />
          ) : (
            <EmptyState
              icon={History}
              title="Nothing has been done yet"
              description="Approvals, imports, deletions and changes of campaigns appear here."
            />
          )
        }
      />
    </>
  );
}
