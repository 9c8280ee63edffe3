import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus, UsersRound } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { type Customer, refreshCustomers } from '@/features/customers/data.ts';
import { lazyCode } from '@/lib/lazy-code.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { membersOf, refreshUsers } from './data.ts';
import { type MemberAction, MemberConfirmation } from './member-confirmation.tsx';
import { MemberList, MemberListSkeleton } from './member-list.tsx';
import { listMembers, type Member } from './members.ts';
import { UnsentDialog, useResendInvitation } from './resend-invitation.tsx';
import { texts } from './texts.ts';

const InviteDialog = lazyCode('InviteDialog', () => import('@/features/invitations/inviting/invite-dialog.tsx'));

export function MembersTab({ customer }: { customer: Customer }) {
  const client = useQueryClient();
  const { data: members, error, isError, refetch } = useQuery(membersOf(customer.id));
  const [inviting, setInviting] = useState(false);
  const [confirming, setConfirming] = useState<{ member: Member; action: MemberAction }>();
  const refresh = () => Promise.all([refreshCustomers(client), refreshUsers(client)]);
  const { resend, sendingId, unsent, close } = useResendInvitation(customer, refresh);
  const listed = useMemo(() => members && listMembers(members, Date.now()), [members]);

  const invite = (
    <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
      {texts.invite}
    </Button>
  );
  const stopInviting = () => {
    setInviting(false);
    refresh();
  };
  const act = (member: Member, action: MemberAction | 'resend') => {
    if (action !== 'resend') setConfirming({ member, action });
    else if (member.invitation) resend(member.invitation);
  };
  return (
    <div className="pt-4">
      {listed === undefined && (isError ? <DetailsError error={error} onRetry={refetch} /> : <MemberListSkeleton />)}
      {listed?.length === 0 && (
        <EmptyState icon={UsersRound} title={texts.empty} description={texts.emptyHint} action={invite} />
      )}
      {members && listed && listed.length > 0 && (
        <>
          <div className="mb-3 flex items-center justify-between gap-3">
            <p className="text-muted text-sm tabular-nums">
              {texts.summary(members.memberships.length, members.invitations.length)}
            </p>
            {invite}
          </div>
          <MemberList members={listed} sendingId={sendingId} onAct={act} />
        </>
      )}
      {inviting && (
        <Suspense>
          <InviteDialog customer={customer} onClose={stopInviting} />
        </Suspense>
      )}
      {confirming && (
        <MemberConfirmation
          {...confirming}
          customer={customer}
          refresh={refresh}
          onClose={() => setConfirming(undefined)}
        />
      )}
      {unsent && <UnsentDialog unsent={unsent} onClose={close} />}
    </div>
  );
}

export const DetailsError = ({ error, onRetry }: { error: Error; onRetry: () => unknown }) => (
  <ErrorState {...texts.loadFailed} details={error.message} onRetry={onRetry} />
);
