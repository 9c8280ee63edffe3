// In charge of send-invitation: the mail that brings an invited person the link. Refuses whoever is no administrator, and words that are not the invitation's own.
import { largestBody } from '../../../domain/limits.ts';
import type { Email } from '../../../domain/mail/email-html.ts';
import { requireAdmin } from '../caller.ts';
import { FunctionError, readJson } from '../endpoint.ts';
import { type RowApi, rowsOf } from '../row-api.ts';
import { readBody } from './body.ts';
import { invitationMail } from './mail.ts';

/** Sends one mail; null where the server has no way to send any. */
export type SendMail = ((email: Email & { to: string }) => Promise<void>) | null;

type InvitationServices = {
  rows: RowApi;
  sendMail: SendMail;
  /** Where the app is, without a slash at its end. */
  siteUrl: string;
  report: (error: unknown) => void;
};

/** The function over the row API; resolves with the answer's body once the mail is on its way. Throws FunctionError for every refusal. */
export function sendInvitation({ rows: api, sendMail, siteUrl, report }: InvitationServices) {
  return async (request: Request): Promise<{ success: true }> => {
    const rows = rowsOf(api, request);
    await requireAdmin(rows, request, 'Only an administrator can send invitations');
    const { email, customerName, inviterName, token, expiresAt } = readBody(await readJson(request, largestBody.other));
    const invitation = await rows('/rpc/claim_invitation_mail', {
      token,
      email,
      customer_name: customerName,
      expires_at: expiresAt,
    });
    if (!sendMail) throw new FunctionError(503, 'This server sends no email: its SMTP_URL is not set');
    const link = `${siteUrl}/invite/${encodeURIComponent(token)}`;
    try {
      const mail = invitationMail({ customerName, inviterName, link, expiresAt: new Date(expiresAt) });
      await sendMail({ to: email, ...mail });
    } catch (error) {
      report(error);
      throw new FunctionError(502, 'The mail server did not take the email');
    }
    await rows('/rpc/confirm_invitation_mail', { invitation }).catch(report); // the mail is on its way all the same
    return { success: true };
  };
}
