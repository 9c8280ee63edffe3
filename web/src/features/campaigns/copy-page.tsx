import { useSession } from '@/features/session/session.tsx';
import { paths } from '@/paths.ts';
import { CampaignsPage } from './campaigns-page.tsx';

/** The campaigns of the effective customers. New campaigns belong to the first of them. */
export function CopyPage() {
  const { customerIds } = useSession();
  const [first] = customerIds;
  return (
    <CampaignsPage
      customers={customerIds}
      owner={first ? { choose: false, id: first } : undefined}
      leadsPath={paths.leads}
    />
  );
}
