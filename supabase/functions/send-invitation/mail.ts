// In charge of the words of an invitation. Knows no mail server.
import { type Email, renderEmail } from '../../../domain/mail/email-html.ts';

type Invitation = { customerName: string; inviterName: string; link: string; expiresAt: Date };

export function invitationMail({ customerName, inviterName, link, expiresAt }: Invitation): Email {
  const end = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return renderEmail({
    subject: `${inviterName} invites you to ${customerName}`,
    heading: `Join ${customerName} on Leadlight`,
    paragraphs: [`${inviterName} invites you to review leads and companies and to plan outreach for ${customerName}.`],
    action: { label: 'Accept the invitation', link },
    footnotes: [
      `The invitation is for you alone and holds until ${end.format(expiresAt)} UTC.`,
      'If you did not expect it, you need not do anything.',
    ],
  });
}
