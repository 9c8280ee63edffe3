import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CustomerName, customerName } from '@/features/customers/data.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { useSave } from '@/lib/use-save.ts';
import { type Form, useForm } from '@/ui/use-form.ts';
import { checkInvite, type InviteValues, isIncomplete } from '../checks.ts';
import { invite, inviteErrorText, type Unsent } from '../data.ts';
import { texts } from '../texts.ts';
import { parseEmailList } from './email-list.ts';
import { isSent, useInviter, useInviting } from './use-inviting.ts';

/** The form of the invite dialog and the results. `given` is a customer that is not to be chosen. */
export function useInviteForm(given: CustomerName | undefined, onClose: () => void) {
  const inviter = useInviter();
  const client = useQueryClient();
  const { invitings, inviteAll, stop } = useInviting();
  const [unsent, setUnsent] = useState<Unsent>();

  const { save: inviteOne } = useSave({
    write: invite,
    success: (invited, { email, customer }) => (invited.isSent ? sentToast(email, customer) : null),
    failure: texts.invite.failed,
    reason: inviteErrorText,
  });
  const form: Form<InviteValues> = useForm<InviteValues>({
    initial: { email: '', customerId: given?.id ?? '' },
    validate: checkInvite,
    onInvalid: () => isIncomplete(form.values) && showMissing(),
    submit: async ({ email, customerId }) => {
      const [first = '', ...others] = parseEmailList(email).emails;
      const customer = given ?? (await readCustomer(client, customerId));
      if (!customer || !inviter) return;
      if (others.length > 0) {
        const sent = (await inviteAll([first, ...others], { customer, inviter })).filter(isSent);
        const who = sent.length === 1 ? (sent[0]?.email ?? '') : texts.invite.users(sent.length);
        if (sent.length > 0) toast({ ...sentToast(who, customer), tone: 'success' });
        return;
      }
      const saved = await inviteOne({ email: first, customer, inviter });
      if (!saved) return;
      if (saved.result.isSent) onClose();
      else setUnsent(saved.result);
    },
  });

  const areSeveral = invitings.length > 0;
  const isDone = unsent !== undefined || (areSeveral && !form.busy);
  const phase: 'entering' | 'sending-several' | 'done' = isDone ? 'done' : areSeveral ? 'sending-several' : 'entering';
  return { form, invitings, unsent, phase, stop };
}

/** The chosen customer with its name, which the email contains. Shows a toast and returns undefined if it cannot be read. */
async function readCustomer(client: QueryClient, id: string): Promise<CustomerName | undefined> {
  try {
    const name = await client.ensureQueryData(customerName(id));
    if (name !== null) return { id, name };
    toastFailure(texts.invite.failed, texts.invite.customerGone);
  } catch (error) {
    toastFailure(texts.invite.failed, error);
  }
}

const showMissing = () => toast({ title: texts.invite.missing, description: texts.invite.missingHint, tone: 'danger' });

const sentToast = (who: string, { name }: CustomerName) => ({
  title: texts.invite.sent,
  description: texts.invite.sentHint(who, name),
});
