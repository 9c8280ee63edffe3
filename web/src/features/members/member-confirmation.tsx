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

export function MemberConfirmation({ member, action, customer, refresh, onClose }: MemberConfirmationProps) {
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
