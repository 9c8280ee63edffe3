import { useSession } from '@/features/session/session.tsx';
import { paths } from '@/paths.ts';
import { CampaignsPage } from './campaigns-page.tsx';

/** The campaigns of the effective customers. New campaigns belong to the first of them, unless the user chooses another one. */
export function CopyPage() {
  const { customerIds } = useSession();
  const [first] = customerIds;
  const areSeveral = customerIds.length > 1;
  const owner = areSeveral
    ? { choose: true as const, initial: first ?? null }
    : first && { choose: false as const, id: first };
  return (
    <CampaignsPage
      customers={customerIds}
      owner={owner || undefined}
      leadsPath={paths.leads}
      showsCustomer={areSeveral}
    />
  );
}
