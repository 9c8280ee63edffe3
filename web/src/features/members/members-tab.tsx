import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus, UsersRound } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { type Customer, refreshCustomers } from '@/features/customers/data.ts';
import { refreshUsers } from '@/features/users/data.ts';
import { counted, formatNumber } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { type People, peopleOf } from './data.ts';
import { DetailsError } from './details-error.tsx';
import { PeopleList } from './member-list.tsx';
import { PeopleSkeleton } from './member-list-skeleton.tsx';
import { listPeople, type Person } from './members.ts';
import { type PersonAction, PersonQuestion } from './person-question.tsx';
import { ResentDialog, useResend } from './resend.tsx';

const InviteDialog = lazy(async () => ({
  default: (await import('@/features/invitations/inviting/invite-dialog.tsx')).InviteDialog,
}));

/** Who has been invited to a customer and who is a member, with what an administrator may do about each. */
export function MembersTab({ customer }: { customer: Customer }) {
  const client = useQueryClient();
  const { data: people, error, isError, refetch } = useQuery(peopleOf(customer.id));
  const [inviting, setInviting] = useState(false);
  const [asking, setAsking] = useState<{ person: Person; action: PersonAction }>();
  const refresh = () => Promise.all([refreshCustomers(client), refreshUsers(client)]);
  const resending = useResend(customer, refresh);
  const listed = useMemo(() => people && listPeople(people, Date.now()), [people]);

  const invite = (
    <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
      Invite User
    </Button>
  );
  const stopInviting = () => {
    setInviting(false);
    refresh();
  };
  const act = (person: Person, action: PersonAction | 'resend') => {
    if (action !== 'resend') setAsking({ person, action });
    else if (person.invitation) resending.resend(person.invitation);
  };
  return (
    <div className="pt-4">
      {listed === undefined && (isError ? <DetailsError error={error} onRetry={refetch} /> : <PeopleSkeleton />)}
      {listed?.length === 0 && (
        <EmptyState
          icon={UsersRound}
          title="No users yet"
          description="Invite the people who review this customer’s leads."
          action={invite}
        />
      )}
      {people && listed && listed.length > 0 && (
        <>
          <div className="mb-3 flex items-center justify-between gap-3">
            <p className="text-muted text-sm tabular-nums">{headcount(people)}</p>
            {invite}
          </div>
          <PeopleList people={listed} sendingId={resending.sendingId} onAct={act} />
        </>
      )}
      {inviting && (
        <Suspense>
          <InviteDialog customer={customer} onClose={stopInviting} />
        </Suspense>
      )}
      {asking && (
        <PersonQuestion {...asking} customer={customer} refresh={refresh} onClose={() => setAsking(undefined)} />
      )}
      <ResentDialog resending={resending} />
    </div>
  );
}

function headcount({ invitations, memberships }: People): string {
  const members = counted(memberships.length, { one: 'member', many: 'members' });
  return invitations.length === 0 ? members : `${members}, ${formatNumber(invitations.length)} invited`;
}
