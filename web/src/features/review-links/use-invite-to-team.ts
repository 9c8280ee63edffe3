import { useQuery } from '@tanstack/react-query';
import { type CustomerName, refreshCustomers } from '@/features/customers/data.ts';
import { invite, inviteErrorText, type Unsent } from '@/features/invitations/data.ts';
import { useInviter } from '@/features/invitations/inviting/use-invite-form.ts';
import { texts } from '@/features/invitations/texts.ts';
import { memberList, refreshUsers } from '@/features/members/data.ts';
import { useSession } from '@/features/session/session.tsx';
import { useSave } from '@/lib/use-save.ts';
import type { SentLink } from './data.ts';

/** Whether an address is of the team: 'inviting' while the invitation is on its way; always 'unknown' for members, who invite nobody. */
export type TeamState = 'unknown' | 'none' | 'inviting' | 'invited' | 'member';

/** Invites the address of a link to the customer, in the role of the link. `onUnsent` gets an invitation whose email could not be sent. */
export function useInviteToTeam(customer: CustomerName, onUnsent: (unsent: Unsent) => void) {
  const { isAdmin, isImpersonating } = useSession();
  const inviter = useInviter();
  const { data: team } = useQuery({ ...memberList(customer.id), enabled: isAdmin && !isImpersonating });
  const { save, isSaving } = useSave({
    write: ({ email, role }: SentLink) =>
      invite({ email, role: role as 'reviewer' | 'approver', customer, inviter: inviter ?? { id: '', name: '' } }),
    refresh: (client) => Promise.all([refreshCustomers(client), refreshUsers(client)]),
    success: (invited, { email }) =>
      invited.isSent ? { title: texts.invite.sent, description: texts.invite.sentHint(email, customer.name) } : null,
    failure: texts.invite.failed,
    reason: inviteErrorText,
  });

  const teamState = (email: string): TeamState => {
    if (!team) return 'unknown';
    const isTheirs = (address: string | undefined) => address?.toLowerCase() === email;
    if (team.memberships.some(({ profiles }) => isTheirs(profiles?.email))) return 'member';
    const isOpen = ({ expires_at }: { expires_at: string }) => Date.parse(expires_at) > Date.now();
    if (team.invitations.some((one) => isTheirs(one.email) && isOpen(one))) return 'invited';
    return isSaving ? 'inviting' : 'none';
  };
  const inviteToTeam = async (link: SentLink) => {
    const saved = await save(link);
    if (saved && !saved.result.isSent) onUnsent(saved.result);
  };
  return { teamState, inviteToTeam };
}
