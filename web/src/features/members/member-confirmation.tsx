import type { CustomerName } from '@/features/customers/data.ts';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { revokeInvitation, setMembershipActive } from './data.ts';
import type { Member } from './members.ts';
import { texts } from './texts.ts';

/** The actions that ask for confirmation. */
export type MemberAction = 'revoke' | 'access';

export type MemberConfirmationProps = {
  member: Member;
  action: MemberAction;
  customer: CustomerName;
  refresh: () => Promise<unknown>;
  onClose: () => void;
};

const { revocation, deactivation, reactivation } = texts;

/** Confirms the revocation of an invitation, or a change of a member's access. */
export function MemberConfirmation({ member, action, customer, refresh, onClose }: MemberConfirmationProps) {
  const { id, email, membership } = member;
  if (action === 'revoke') {
    return (
      <ConfirmAction
        title={revocation.title}
        description={revocation.description(email)}
        confirmLabel={revocation.confirm}
        danger
        write={() => revokeInvitation(id)}
        refresh={refresh}
        success={{ title: revocation.done, description: email }}
        failure={revocation.failed}
        onClose={onClose}
      />
    );
  }
  return membership?.is_active ? (
    <ConfirmAction
      title={deactivation.title(member.name)}
      description={deactivation.description(email, customer.name)}
      confirmLabel={deactivation.confirm}
      danger
      write={() => setMembershipActive(id, false)}
      refresh={refresh}
      success={{ title: deactivation.done, description: email }}
      failure={deactivation.failed}
      onClose={onClose}
    />
  ) : (
    <ConfirmAction
      title={reactivation.title(member.name)}
      description={reactivation.description(email, customer.name)}
      confirmLabel={reactivation.confirm}
      write={() => setMembershipActive(id, true)}
      refresh={refresh}
      success={{ title: reactivation.done, description: email }}
      failure={reactivation.failed}
      onClose={onClose}
    />
  );
}
