// Emails an invitation link. Administrators only; the database checks that the request matches the invitation.
import { largestBody } from '../../../domain/limits.ts';
import { type Email, renderEmail } from '../../../domain/mail/email-html.ts';
import { FunctionError, readJson } from '../endpoint.ts';
import { openRowClient, type RowApi, requireAdmin } from '../row-api.ts';
import { invitationBody } from './body.ts';

/** Sends an email. Resolves with false if there is no SMTP server, so that it was stored at most. */
export type SendMail = (email: Email & { to: string }) => Promise<boolean>;

type InvitationServices = {
  rows: RowApi;
  sendMail: SendMail;
  /** The URL of the app, without a slash at the end. */
  siteUrl: string;
  report: (error: unknown) => void;
};

/** Returns the function, which resolves with the body of the response once the SMTP server has accepted the email. */
export function sendInvitation({ rows: api, sendMail, siteUrl, report }: InvitationServices) {
  return async (request: Request): Promise<{ success: true }> => {
    const rows = openRowClient(api, request);
    await requireAdmin(rows, request, 'Only an administrator can send invitations');
    const body = await readJson(request, largestBody.other, invitationBody);
    const { email, customerName, inviterName, token, expiresAt } = body;
    const invitation = await rows('/rpc/begin_invitation_email', {
      token,
      email,
      customer_name: customerName,
      expires_at: expiresAt,
    });
    const link = `${siteUrl}/invite/${encodeURIComponent(token)}`;
    const content = invitationEmail({ customerName, inviterName, link, expiresAt: new Date(expiresAt) });
    const isSent = await sendMail({ to: email, ...content }).catch((error) => {
      report(error);
      throw new FunctionError(502, 'The mail server did not take the email');
    });
    if (!isSent) throw new FunctionError(503, 'This server sends no email: its SMTP_URL is not set');
    await rows('/rpc/confirm_invitation_email', { invitation }).catch(report); // the email is sent in any case
    return { success: true };
  };
}

type Invitation = { customerName: string; inviterName: string; link: string; expiresAt: Date };

function invitationEmail({ customerName, inviterName, link, expiresAt }: Invitation): Email {
  const end = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return renderEmail({
    subject: `${inviterName} invites you to ${customerName}`,
    heading: `Join ${customerName} on Leadlight`,
    paragraphs: [`${inviterName} invites you to review leads and companies and to plan outreach for ${customerName}.`],
    action: { label: 'Accept the invitation', link },
    footnotes: [
      `The invitation is for you only and expires on ${end.format(expiresAt)} UTC.`,
      'If you did not expect it, you can ignore this email.',
    ],
  });
}
