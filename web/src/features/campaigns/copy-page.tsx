import { useSession } from '@/features/session/session.tsx';
import { paths } from '@/paths.ts';
import { CampaignsPage } from './campaigns-page.tsx';

/** The campaigns of the customers in effect; a new one is of the first. */
export function CopyPage() {
  const { customerIds } = useSession();
  const [first] = customerIds;
  return (
    <CampaignsPage
      customers={customerIds}
      owner={first ? { ask: false, id: first } : undefined}
      leadsPath={paths.leads}
    />
  );
}
