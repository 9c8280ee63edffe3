import { Link2 } from 'lucide-react';
import { useSession } from '@/features/session/session.tsx';
import { useRoles } from '@/features/session/use-role.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { Select } from '@/ui/select.tsx';
import { ReviewLinks } from './review-links.tsx';
import { texts } from './texts.ts';

/** The review links of a customer whose approver the user is. The URL holds the customer. */
export function ReviewLinksPage() {
  const { customers, customerIds } = useSession();
  const roleIn = useRoles();
  const [inUrl, choose] = useUrlParameter('customer');
  const own = customers.filter(({ id }) => customerIds.includes(id) && roleIn(id) === 'approver');
  const customer = own.find(({ id }) => id === inUrl) ?? own[0];
  if (!customer) {
    return (
      <>
        <PageHeader title={texts.title} />
        <EmptyState icon={Link2} {...texts.onlyApprovers} />
      </>
    );
  }
  return (
    <ReviewLinks key={customer.id} customer={customer} isPage>
      {own.length > 1 && (
        <Select
          label={texts.customer}
          value={customer.id}
          onChange={choose}
          options={own.map(({ id, name: label }) => ({ value: id, label }))}
          className="mb-3 sm:w-48!"
        />
      )}
    </ReviewLinks>
  );
}
