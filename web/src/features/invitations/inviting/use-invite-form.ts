import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CustomerName, customerName } from '@/features/customers/data.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { useForm } from '@/ui/use-form.ts';
import { checkInvite, type InviteEntries, isIncomplete } from '../checks.ts';
import { invite, type NewInvitation, refusalOf, type Unmailed } from '../data.ts';
import { readAddresses } from './addresses.ts';
import { useInviter } from './use-inviter.ts';
import { isSent, useInviting } from './use-inviting.ts';

/** What is entered to invite people, and what becomes of it; `given` is a customer who is chosen already. */
export function useInviteForm(given: CustomerName | undefined, onClose: () => void) {
  const inviter = useInviter();
  const client = useQueryClient();
  const { invitings, inviteAll, stop } = useInviting();
  const [unmailed, setUnmailed] = useState<Unmailed>();

  const inviteOne = async (invitation: NewInvitation) => {
    try {
      const invited = await invite(invitation);
      if (!invited.isMailed) return setUnmailed(invited);
      tellSent(invitation.email, invitation.customer);
      onClose();
    } catch (error) {
      toastFailure('Error sending invitation', refusalOf(error));
    }
  };
  const form = useForm<InviteEntries>({
    initial: { email: '', customerId: given?.id ?? '' },
    validate: checkInvite,
    onInvalid: () => isIncomplete(form.values) && tellMissing(),
    submit: async ({ email, customerId }) => {
      const [first = '', ...others] = readAddresses(email).addresses;
      const customer = given ?? (await chosenCustomer(client, customerId));
      if (!customer || !inviter) return;
      if (others.length === 0) return inviteOne({ email: first, customer, inviter });
      const sent = (await inviteAll([first, ...others], { customer, inviter })).filter(isSent);
      if (sent.length > 0) tellSent(sent.length === 1 ? sent[0]?.email : `${sent.length} people`, customer);
    },
  });

  const areSeveral = invitings.length > 0;
  const isDone = unmailed !== undefined || (areSeveral && !form.busy);
  const phase: 'asking' | 'sending several' | 'done' = isDone ? 'done' : areSeveral ? 'sending several' : 'asking';
  return { form, invitings, unmailed, phase, stop };
}

/** The chosen customer, whose name the email contains. Shows a toast and returns undefined if it cannot be read. */
async function chosenCustomer(client: QueryClient, id: string): Promise<CustomerName | undefined> {
  try {
    const name = await client.ensureQueryData(customerName(id));
    if (name !== null) return { id, name };
    toastFailure('Error sending invitation', 'This customer is no longer there.');
  } catch (error) {
    toastFailure('Error sending invitation', error);
  }
}

const tellMissing = () =>
  toast({ title: 'Missing information', description: 'Enter an email and choose a customer.', tone: 'danger' });

const tellSent = (who: string | undefined, { name }: CustomerName) =>
  toast({ title: 'Invitation sent', description: `${who} can now join ${name}.`, tone: 'success' });
