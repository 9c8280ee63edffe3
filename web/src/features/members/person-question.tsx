import type { CustomerName } from '@/features/customers/data.ts';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { revokeInvitation, setMembershipActive } from './data.ts';
import type { Person } from './members.ts';

/** What is asked about before it is done. */
export type PersonAction = 'revoke' | 'access';

export type PersonQuestionProps = {
  person: Person;
  action: PersonAction;
  customer: CustomerName;
  refresh: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks before an invitation is taken back, or a member's access is taken away or given again. */
export function PersonQuestion({ person, action, customer, refresh, onClose }: PersonQuestionProps) {
  const { id, email, membership } = person;
  if (action === 'revoke') {
    return (
      <ConfirmAction
        title="Revoke this invitation?"
        description={`The link that ${email} was sent stops working at once.`}
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
      title={`Deactivate ${person.name}?`}
      description={`${email} loses access to ${customer.name} at once, and open invitations to it expire. The account stays, and so does what it has decided.`}
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
      title={`Reactivate ${person.name}?`}
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
