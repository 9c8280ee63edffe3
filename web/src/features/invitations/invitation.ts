/** What the bearer of a token may know of an invitation. */
export type Invitation = { customerName: string; email: string; expiresAt: string; isAccepted: boolean };

export type Verdict = 'invalid' | 'used' | 'expired' | 'valid';

/** What an invitation is worth at a moment, in milliseconds; null is one that nobody knows. */
export function verdictOn(invitation: Invitation | null, now: number): Verdict {
  if (!invitation) return 'invalid';
  if (invitation.isAccepted) return 'used';
  return Date.parse(invitation.expiresAt) <= now ? 'expired' : 'valid';
}

/** Whether an account's address is the invited one. */
export function isInvited(invitation: Invitation, email: string | undefined): boolean {
  return invitation.email.toLowerCase() === email?.toLowerCase();
}
