/** The parts of an invitation that the holder of its token may know. */
export type Invitation = { customerName: string; email: string; expiresAt: string; isAccepted: boolean };

/** The status at a time in milliseconds. Null is an unknown token. */
export function invitationStatus(invitation: Invitation | null, now: number) {
  if (!invitation) return 'invalid';
  if (invitation.isAccepted) return 'used';
  return Date.parse(invitation.expiresAt) <= now ? 'expired' : 'valid';
}

export function isInvited(invitation: Invitation, email: string | undefined): boolean {
  return invitation.email.toLowerCase() === email?.toLowerCase();
}
