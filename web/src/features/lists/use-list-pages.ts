import { useSession } from '@/features/session/session.tsx';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { paths } from '@/paths.ts';

const ADMIN = { leads: paths.adminLeads, companies: paths.adminCompanies };
const CUSTOMER = { leads: paths.leads, companies: paths.companies };

/** The pages of both lists in the area of the reader. A table that a review link does not include has none. */
export function useListPages(): { [Table in TableName]?: string } {
  const isAdminArea = useIsAdminArea();
  const { reviewLink } = useSession();
  if (!reviewLink) return isAdminArea ? ADMIN : CUSTOMER;
  return Object.fromEntries(reviewLink.subjects.map((subject) => [subject, `${reviewLink.path}/${subject}`]));
}
