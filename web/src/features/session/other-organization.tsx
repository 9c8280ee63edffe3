import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { leaveForms } from '@/lib/leave-guard.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { rowOwner } from './data.ts';
import { useSession } from './session.tsx';
import { texts } from './texts.ts';

type OtherOrganizationProps = { what: string; customerId: string };

/** Takes the place of something of an organization of the user that is not chosen, and offers to choose it. */
export function OtherOrganization({ what, customerId }: OtherOrganizationProps) {
  const { customers, chooseCustomer } = useSession();
  const name = customers.find(({ id }) => id === customerId)?.name ?? '';
  return (
    <EmptyState
      icon={Building2}
      title={texts.otherOrganization.title(what, name)}
      description={texts.otherOrganization.description}
      action={
        <Button onClick={() => leaveForms(() => chooseCustomer(customerId))}>
          {texts.otherOrganization.choose(name)}
        </Button>
      }
    />
  );
}

type NotFoundRowProps = {
  table: Parameters<typeof rowOwner>[0];
  id: string;
  what: string;
  /** Shown if no organization of the user has the row. */
  children: ReactNode;
};

/** Takes the place of a row that is none of the shown organizations. */
export function NotFoundRow({ table, id, what, children }: NotFoundRowProps) {
  const { customers, customerIds } = useSession();
  const { data, isLoading } = useQuery({ ...rowOwner(table, id), enabled: customers.length > customerIds.length });
  if (isLoading) return null;
  return data && !customerIds.includes(data) ? <OtherOrganization what={what} customerId={data} /> : children;
}
