import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { useEntries } from '../../ui/use-entries.ts';
import { CustomerSelect } from '../customers/customer-select.tsx';
import { activeCustomers } from '../customers/data.ts';
import { useSession } from '../session/session.tsx';
import { checkInvite, isIncomplete } from './checks.ts';
import { type Invited, invite, refusalOf } from './data.ts';
import { HandOverLink } from './hand-over-link.tsx';

export type InviteDialogProps = {
  /** Chosen already, such as on a customer's own page. */
  customerId?: string;
  /** What is said where the invitation was stored and the mail could not be sent. */
  unsent?: string;
  onClose: () => void;
};

/** Invites one person to one customer; where no mail goes out, the link is there to be copied. */
export function InviteDialog({ customerId = '', unsent, onClose }: InviteDialogProps) {
  const { user } = useSession();
  const { data: customers = [] } = useQuery(activeCustomers);
  const [stored, setStored] = useState<Extract<Invited, { isMailed: false }>>();
  const formId = useId();
  const { form, entries, busy, onSubmit, errorOf, entry, fill } = useEntries({
    initial: { email: '', customerId },
    check: checkInvite,
    onRefused: () => {
      if (isIncomplete(entries)) {
        toast({
          title: 'Missing information',
          description: 'Enter an email and choose a customer.',
          variant: 'destructive',
        });
      }
    },
    submit: async (given) => {
      const customer = customers.find(({ id }) => id === given.customerId);
      if (!customer || !user) return;
      const inviter = { id: user.id, name: user.user_metadata.full_name || user.email };
      try {
        const email = given.email.trim();
        const invited = await invite({ email, customer, inviter });
        if (!invited.isMailed) return setStored(invited);
        toast({ title: 'Invitation sent', description: `${email} can now join ${customer.name}.`, variant: 'success' });
        onClose();
      } catch (error) {
        toast({ title: 'Error sending invitation', description: refusalOf(error), variant: 'destructive' });
      }
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Invite user"
      description={stored ? undefined : 'They get an email with a link to join the customer’s workspace.'}
      footer={
        stored ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" type="submit" form={formId} icon={Send} busy={busy}>
              Send invitation
            </Button>
          </>
        )
      }
    >
      {stored ? (
        <HandOverLink link={stored.link} reason={stored.reason} text={unsent} />
      ) : (
        <form id={formId} ref={form} noValidate onSubmit={onSubmit} className="space-y-4">
          <Field label="Email" error={errorOf('email')}>
            {(control) => <Input {...control} {...entry('email')} type="email" autoComplete="off" required />}
          </Field>
          <Field label="Customer" error={errorOf('customerId')}>
            {(control) => (
              <CustomerSelect
                control={control}
                value={entries.customerId || null}
                onChange={(id) => fill({ customerId: id })}
              />
            )}
          </Field>
        </form>
      )}
    </Dialog>
  );
}
