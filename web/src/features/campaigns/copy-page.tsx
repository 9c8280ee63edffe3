import { paths } from '../../paths.ts';
import { useSession } from '../session/session.tsx';
import { CampaignsPage } from './campaigns-page.tsx';

/** The campaigns of the customers in effect; a new one is of the first. */
export function CopyPage() {
  const { customerIds } = useSession();
  return <CampaignsPage customers={customerIds} ownerId={customerIds[0]} leadsPath={paths.leads} />;
}
