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
  onDone: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks before an invitation is taken back, or a member's access is taken away or given again. */
export function PersonQuestion({ person, action, customer, onDone, onClose }: PersonQuestionProps) {
  const { id, email, membership } = person;
  const then = (act: (id: string) => Promise<void>) => async () => {
    await act(id);
    await onDone();
  };
  if (action === 'revoke') {
    return (
      <ConfirmAction
        title="Revoke this invitation?"
        description={`The link that ${email} was sent stops working at once.`}
        confirmLabel="Revoke invitation"
        danger
        act={then(revokeInvitation)}
        done={{ title: 'Invitation revoked', description: email }}
        failed="Error revoking invitation"
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
      act={then(() => setMembershipActive(id, false))}
      done={{ title: 'User deactivated', description: email }}
      failed="Error deactivating user"
      onClose={onClose}
    />
  ) : (
    <ConfirmAction
      title={`Reactivate ${person.name}?`}
      description={`${email} gets access to ${customer.name} again.`}
      confirmLabel="Reactivate user"
      act={then(() => setMembershipActive(id, true))}
      done={{ title: 'User reactivated', description: email }}
      failed="Error reactivating user"
      onClose={onClose}
    />
  );
}
