import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type CustomerName, customerName } from '@/features/customers/data.ts';
import { useSession } from '@/features/session/session.tsx';
import { toast, toastFailure } from '@/lib/toast.ts';
import { useSave } from '@/lib/use-save.ts';
import { type Form, useForm } from '@/ui/use-form.ts';
import { checkInvite, type InviteValues, isIncomplete, parseEmailList } from '../checks.ts';
import { type Invited, invite, inviteErrorText, type NewInvitation, type Unsent } from '../data.ts';
import { texts } from '../texts.ts';

/** The form of the invite dialog and the results. `fixedCustomer` is the customer of a dialog that offers no choice. */
export function useInviteForm(fixedCustomer: CustomerName | undefined, onClose: () => void) {
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
    initial: { email: '', customerId: fixedCustomer?.id ?? '', role: 'approver' },
    validate: checkInvite,
    onInvalid: () => isIncomplete(form.values) && showMissing(),
    submit: async ({ email, customerId, role }) => {
      const [first = '', ...others] = parseEmailList(email).emails;
      const customer = fixedCustomer ?? (await readCustomer(client, customerId));
      if (!customer || !inviter) return;
      if (others.length > 0) {
        const sent = (await inviteAll([first, ...others], { customer, inviter, role })).filter(
          ({ status }) => status === 'sent',
        );
        const who = sent.length === 1 ? (sent[0]?.email ?? '') : texts.invite.users(sent.length);
        if (sent.length > 0) toast({ ...sentToast(who, customer), tone: 'success' });
        return;
      }
      const saved = await inviteOne({ email: first, customer, inviter, role });
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

/** The user who invites, as the email names them. */
export function useInviter() {
  const { user } = useSession();
  return user && { id: user.id, name: (user.user_metadata.full_name as string | undefined) || (user.email ?? '') };
}

/** `reason` says why it failed or is not sent. */
export type Inviting = {
  email: string;
  status: 'waiting' | 'sending' | 'stopped' | 'sent' | 'unsent' | 'failed';
  reason?: string;
  link?: string;
};

const invitingOutcome = (invited: Invited) =>
  invited.isSent ? ({ status: 'sent' } as const) : ({ ...invited, status: 'unsent' } as const);

/** Invites several addresses one after another, so that none fails on the rate limit. */
function useInviting() {
  const [invitings, setInvitings] = useState<readonly Inviting[]>([]);
  const isStopped = useRef(false);

  const inviteAll = async (emails: readonly string[], options: Omit<NewInvitation, 'email'>) => {
    isStopped.current = false;
    let all: readonly Inviting[] = emails.map((email) => ({ email, status: 'waiting' }));
    const update = (at: number, change: Omit<Inviting, 'email'>) => {
      all = all.map((inviting, index) => (index === at ? { ...inviting, ...change } : inviting));
      setInvitings(all);
    };
    for (const [index, email] of emails.entries()) {
      update(index, { status: isStopped.current ? 'stopped' : 'sending' });
      if (isStopped.current) continue;
      const failed = (error: unknown) => ({ status: 'failed', reason: inviteErrorText(error) }) as const;
      update(index, await invite({ email, ...options }).then(invitingOutcome, failed));
    }
    return all;
  };

  const stop = () => {
    isStopped.current = true;
  };
  return { invitings, inviteAll, stop };
}
