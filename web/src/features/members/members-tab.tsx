import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus, UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { MemberRole } from '#domain/member-roles.ts';
import { type Customer, type CustomerName, refreshCustomers } from '@/features/customers/data.ts';
import { resendInvitation, type Unsent } from '@/features/invitations/data.ts';
import { InvitationLink } from '@/features/invitations/inviting/invite-results.tsx';
import { useInviter } from '@/features/invitations/inviting/use-invite-form.ts';
import { texts as invitationTexts } from '@/features/invitations/texts.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { memberList, refreshUsers, revokeInvitation, setMembershipActive, setRole, showRole } from './data.ts';
import { MemberList, MemberListSkeleton } from './member-list.tsx';
import { listMembers, type Member, type MemberAction, type PendingInvitation } from './members.ts';
import { texts } from './texts.ts';

const InviteDialog = lazyPart('InviteDialog', () => import('@/features/invitations/inviting/invite-dialog.tsx'));

export function MembersTab({ customer }: { customer: Customer }) {
  const client = useQueryClient();
  const { data: members, error, isError, refetch } = useQuery(memberList(customer.id));
  const [inviting, setInviting] = useState(false);
  const [confirming, setConfirming] = useState<{ member: Member; action: MemberAction }>();
  const refresh = () => Promise.all([refreshCustomers(client), refreshUsers(client)]);
  const changeRole = useChangeRole(customer, refresh);
  const { resend, sendingId, unsent, close } = useResendInvitation(customer, refresh);
  const listed = useMemo(() => members && listMembers(members, Date.now()), [members]);

  const invite = (
    <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
      {commonTexts.inviteUser}
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
          <MemberList members={listed} sendingId={sendingId} onAct={act} onRole={changeRole} />
        </>
      )}
      {inviting && <InviteDialog customer={customer} onClose={stopInviting} />}
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

type MemberConfirmationProps = {
  member: Member;
  action: MemberAction;
  customer: CustomerName;
  refresh: () => Promise<unknown>;
  onClose: () => void;
};

function MemberConfirmation({ member, action, customer, refresh, onClose }: MemberConfirmationProps) {
  const { id, email, membership } = member;
  const isActive = membership?.is_active === true;
  if (action === 'revoke') {
    const write = () => revokeInvitation(id);
    return <ConfirmAction {...texts.revocation(email)} danger write={write} refresh={refresh} onClose={onClose} />;
  }
  return (
    <ConfirmAction
      {...(isActive ? texts.deactivation : texts.reactivation)(member, customer.name)}
      danger={isActive}
      write={() => setMembershipActive(id, !isActive)}
      refresh={refresh}
      onClose={onClose}
    />
  );
}

/** Saves the role of a member at once, with undo. */
function useChangeRole(customer: CustomerName, refresh: () => Promise<unknown>) {
  const { save } = useSave({
    write: ({ member, role }: { member: Member; role: MemberRole }) => setRole(member, role),
    optimistic: (client, { member, role }) => showRole(client, customer.id, member, role),
    refresh,
    success: (_, { member, role }) => ({ title: texts.roleChanged(member.name, role) }),
    undo: ({ member, role }) => change({ ...member, role }, member.role),
    failure: texts.roleFailed,
  });
  const change = (member: Member, role: MemberRole): void => {
    if (role !== member.role) save({ member, role });
  };
  return change;
}

/** Sends invitations of a customer again, one at a time. */
function useResendInvitation(customer: CustomerName, refresh: () => Promise<unknown>) {
  const inviter = useInviter();
  const [sendingId, setSendingId] = useState<string>();
  const [unsent, setUnsent] = useState<Unsent>();
  const { save } = useSave({
    write: async (invitation: PendingInvitation) => inviter && resendInvitation(invitation, customer, inviter),
    refresh,
    success: (sent, { email }) =>
      sent?.isSent ? { title: invitationTexts.invite.sent, description: texts.resending.doneHint(email) } : null,
    failure: invitationTexts.invite.failed,
  });

  const resend = async (invitation: PendingInvitation) => {
    if (sendingId) return;
    setSendingId(invitation.id);
    const saved = await save(invitation);
    if (saved?.result && !saved.result.isSent) setUnsent(saved.result);
    setSendingId(undefined);
  };
  return { resend, sendingId, unsent, close: () => setUnsent(undefined) };
}

function UnsentDialog({ unsent, onClose }: { unsent: Unsent; onClose: () => void }) {
  return (
    <Dialog
      onOpenChange={onClose}
      size="sm"
      title={texts.resending.action}
      footer={
        <Button variant="primary" onClick={onClose}>
          {commonTexts.done}
        </Button>
      }
    >
      <InvitationLink unsent={unsent} />
    </Dialog>
  );
}
