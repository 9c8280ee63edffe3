import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus, UsersRound } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { VirtualTable } from '../../ui/list/virtual-table.tsx';
import { type Customer, refreshCustomers } from '../customers/data.ts';
import { refreshUsers } from '../users/data.ts';
import { type People, peopleOf } from './data.ts';
import { invited, member, type Person } from './people.ts';
import { PeopleSkeleton } from './people-skeleton.tsx';
import { PERSON_ROW, PersonCells, PersonHead } from './person-cells.tsx';
import { type PersonAction, PersonQuestion } from './person-question.tsx';
import { ResentDialog, useResend } from './resend.tsx';

const InviteDialog = lazy(async () => ({
  default: (await import('../invitations/inviting/invite-dialog.tsx')).InviteDialog,
}));

const NOTHING_MORE = { hasMore: false, mayReadOn: false, onNeedMore: () => undefined };

/** Who has been invited to a customer and who is a member, with what an administrator may do about each. */
export function MembersTab({ customer }: { customer: Customer }) {
  const client = useQueryClient();
  const { data: people, error, isError, refetch } = useQuery(peopleOf(customer.id));
  const [inviting, setInviting] = useState(false);
  const [asking, setAsking] = useState<{ person: Person; action: PersonAction }>();
  const refresh = () => Promise.all([refreshCustomers(client), refreshUsers(client)]);
  const resending = useResend(customer, refresh);
  const listed = useMemo(() => {
    const now = Date.now();
    return people && [...people.invitations.map((one) => invited(one, now)), ...people.memberships.map(member)];
  }, [people]);

  const invite = (
    <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
      Invite User
    </Button>
  );
  const act = (person: Person, action: PersonAction | 'resend') => {
    if (action !== 'resend') setAsking({ person, action });
    else if (person.invitation) resending.resend(person.invitation);
  };
  return (
    <div className="pt-4">
      {listed === undefined && (isError ? <Failed error={error} onRetry={refetch} /> : <PeopleSkeleton />)}
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
          <VirtualTable
            label="Users"
            rows={listed}
            total={listed.length}
            {...NOTHING_MORE}
            stale={false}
            rowClass={PERSON_ROW}
            head={<PersonHead />}
            renderCells={(person) => (
              <PersonCells
                person={person}
                isSending={person.id === resending.sendingId}
                onAct={(action) => act(person, action)}
              />
            )}
          />
        </>
      )}
      {inviting && (
        <Suspense>
          <InviteDialog
            customer={customer}
            onClose={() => {
              setInviting(false);
              refresh();
            }}
          />
        </Suspense>
      )}
      {asking && (
        <PersonQuestion {...asking} customer={customer} onDone={refresh} onClose={() => setAsking(undefined)} />
      )}
      <ResentDialog resending={resending} />
    </div>
  );
}

function headcount({ invitations, memberships }: People): string {
  const members = `${formatNumber(memberships.length)} ${memberships.length === 1 ? 'member' : 'members'}`;
  return invitations.length === 0 ? members : `${members}, ${formatNumber(invitations.length)} invited`;
}

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <ErrorState
    title="Error loading data"
    description="Failed to fetch customer details"
    details={error.message}
    onRetry={onRetry}
  />
);
