import type { CustomerName } from '@/features/customers/data.ts';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { revokeInvitation, setMembershipActive } from './data.ts';
import type { Member } from './members.ts';

/** The actions that ask for confirmation. */
export type MemberAction = 'revoke' | 'access';

export type MemberConfirmationProps = {
  member: Member;
  action: MemberAction;
  customer: CustomerName;
  refresh: () => Promise<unknown>;
  onClose: () => void;
};

/** Confirms the revocation of an invitation, or a change of a member's access. */
export function MemberConfirmation({ member, action, customer, refresh, onClose }: MemberConfirmationProps) {
  const { id, email, membership } = member;
  if (action === 'revoke') {
    return (
      <ConfirmAction
        title="Revoke this invitation?"
        description={`The link that was sent to ${email} stops working immediately.`}
        confirmLabel="Revoke invitation"
        danger
        write={() => revokeInvitation(id)}
        refresh={refresh}
        success={{ title: 'Invitation revoked', description: email }}
        failure="Error revoking invitation"
        onClose={onClose}
      />
    );
  }
  return membership?.is_active ? (
    <ConfirmAction
      title={`Deactivate ${member.name}?`}
      description={`${email} loses access to ${customer.name} immediately, and open invitations to it expire. The account and its decisions stay.`}
      confirmLabel="Deactivate user"
      danger
      write={() => setMembershipActive(id, false)}
      refresh={refresh}
      success={{ title: 'User deactivated', description: email }}
      failure="Error deactivating user"
      onClose={onClose}
    />
  ) : (
    <ConfirmAction
      title={`Reactivate ${member.name}?`}
      description={`${email} gets access to ${customer.name} again.`}
      confirmLabel="Reactivate user"
      write={() => setMembershipActive(id, true)}
      refresh={refresh}
      success={{ title: 'User reactivated', description: email }}
      failure="Error reactivating user"
      onClose={onClose}
    />
  );
}
