import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useEntries } from '../../../ui/use-entries.ts';
import { CustomerSelect } from '../../customers/customer-select.tsx';
import { activeCustomers, type CustomerName } from '../../customers/data.ts';
import { checkInvite, type InviteEntries, isIncomplete } from '../checks.ts';
import { invite, type NewInvitation, refusalOf, type Unmailed } from '../data.ts';
import { readAddresses } from './addresses.ts';
import { AddressesInput } from './addresses-input.tsx';
import { HAND_OVER, HandOverLink } from './hand-over-link.tsx';
import { InviteResults } from './invite-results.tsx';
import { useInviter } from './use-inviter.ts';
import { isSent, useInviting } from './use-inviting.ts';

export type InviteDialogProps = {
  /** Chosen already, on a customer's own page. */
  customer?: CustomerName;
  /** What is said where an invitation was stored and the mail could not be sent. */
  unsent?: string;
  onClose: () => void;
};

/** Invites people to one customer; where no mail goes out, the link is there to be copied. */
export function InviteDialog({ customer: given, unsent = HAND_OVER, onClose }: InviteDialogProps) {
  const inviter = useInviter();
  const { data: customers = [] } = useQuery(activeCustomers);
  const { invitings, inviteAll, stop } = useInviting();
  const [unmailed, setUnmailed] = useState<Unmailed>();
  const formId = useId();

  const inviteOne = async (invitation: NewInvitation) => {
    try {
      const invited = await invite(invitation);
      if (!invited.isMailed) return setUnmailed(invited);
      tellSent(invitation.email, invitation.customer);
      onClose();
    } catch (error) {
      toast({ title: 'Error sending invitation', description: refusalOf(error), variant: 'destructive' });
    }
  };
  const { form, entries, busy, onSubmit, errorOf, entry, fill } = useEntries<InviteEntries>({
    initial: { email: '', customerId: given?.id ?? '' },
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
    submit: async ({ email, customerId }) => {
      const customer = given ?? customers.find(({ id }) => id === customerId);
      const [first = '', ...others] = readAddresses(email).addresses;
      if (!customer || !inviter) return;
      if (others.length === 0) return inviteOne({ email: first, customer, inviter });
      const sent = (await inviteAll([first, ...others], { customer, inviter })).filter(isSent);
      if (sent.length > 0) tellSent(sent.length === 1 ? sent[0]?.email : `${sent.length} people`, customer);
    },
  });

  const areSeveral = invitings.length > 0;
  const isDone = unmailed !== undefined || (areSeveral && !busy);
  return (
    <Dialog
      open
      onOpenChange={areSeveral && busy ? () => undefined : onClose}
      size="sm"
      title="Invite user"
      description={
        isDone || areSeveral
          ? undefined
          : `They get an email with a link to join ${given?.name ?? 'the customer’s workspace'}.`
      }
      footer={
        isDone ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : areSeveral ? (
          <Button onClick={stop}>Stop</Button>
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
      {unmailed ? (
        <HandOverLink unmailed={unmailed} text={unsent} />
      ) : areSeveral ? (
        <InviteResults invitings={invitings} unsent={unsent} />
      ) : (
        <form id={formId} ref={form} noValidate onSubmit={onSubmit} className="space-y-4">
          <Field label="Email" error={errorOf('email')} help="Several addresses may be pasted at once.">
            {(control) => <AddressesInput {...control} {...entry('email')} />}
          </Field>
          {!given && (
            <Field label="Customer" error={errorOf('customerId')}>
              {(control) => (
                <CustomerSelect
                  control={control}
                  value={entries.customerId || null}
                  onChange={(id) => fill({ customerId: id })}
                />
              )}
            </Field>
          )}
        </form>
      )}
    </Dialog>
  );
}

const tellSent = (who: string | undefined, { name }: CustomerName) =>
  toast({ title: 'Invitation sent', description: `${who} can now join ${name}.`, variant: 'success' });
