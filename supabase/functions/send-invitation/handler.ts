// Emails an invitation link. Administrators only; the database checks that the request matches the invitation.
import { z } from 'zod';
import { type Brand, PRODUCT } from '../../../domain/brand.ts';
import { isEmailAddress } from '../../../domain/email.ts';
import { type Email, type EmailBrand, emailTime, renderEmail } from '../../../domain/email-html.ts';
import { largestBody } from '../../../domain/limits.ts';
import { plainName } from '../../../domain/name.ts';
import { readJson } from '../endpoint.ts';
import { openRowClient, type RowApi, readClaim, requireAdmin } from '../row-api.ts';
import { requireSent, type SendMail } from '../send-mail.ts';

type InvitationServices = {
  rowApi: RowApi;
  sendMail: SendMail;
  /** The URL of the app, without a slash at the end. */
  siteUrl: string;
  report: (error: unknown) => void;
};

/** Returns the function, which resolves with the body of the response once the SMTP server has accepted the email. */
export function sendInvitation({ rowApi, sendMail, siteUrl, report }: InvitationServices) {
  return async (request: Request): Promise<{ success: true }> => {
    const callRowApi = openRowClient(rowApi, request);
    await requireAdmin(callRowApi, request, 'Only an administrator can send invitations');
    const body = await readJson(request, largestBody.other, invitationBody);
    const { email, customerName, inviterName, token, expiresAt } = body;
    const invitation = await callRowApi('/rpc/begin_invitation_email', {
      token,
      email,
      customer_name: customerName,
      expires_at: expiresAt,
    });
    const link = `${siteUrl}/invite/${encodeURIComponent(token)}`;
    const [brand] = (await callRowApi('/rpc/read_brand', {})) as Brand[];
    const content = invitationEmail(
      { customerName, inviterName, link, expiresAt: new Date(expiresAt) },
      { ...brand, siteUrl },
    );
    const replyTo = readClaim(request, 'email');
    await requireSent(sendMail({ to: email, ...(replyTo && { replyTo }), ...content }), report);
    await callRowApi('/rpc/confirm_invitation_email', { invitation }).catch(report); // the email is sent in any case
    return { success: true };
  };
}

const MAX_LENGTH = 500;
const notBlank = 'a text that is not blank';

/** One line, because it may become part of an email's subject. */
const line = z
  .string(notBlank)
  .refine((text) => text.trim() !== '', notBlank)
  .overwrite((text) => text.toWellFormed())
  .refine((text) => [...text].length <= MAX_LENGTH, `at most ${MAX_LENGTH} characters long`)
  .refine((text) => !/\p{Cc}/u.test(text), 'one line of text');

const timestamp = 'a date and time such as 2026-01-31T12:00:00Z';
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}(:?\d{2})?)$/;

/** The body of a request to send-invitation. */
const invitationBody = z.object({
  email: line.refine(isEmailAddress, {
    error: ({ input }) => `an email address, which '${String(input).slice(0, 100)}' is not`,
  }),
  customerName: line,
  /** Shown in the email only, so it is cleaned rather than rejected. */
  inviterName: z.preprocess((name) => (typeof name === 'string' ? plainName(name.toWellFormed()) : name), line),
  token: line,
  /** The text that the database returned; a Date would lose its microseconds. */
  expiresAt: z.string(timestamp).refine((text) => TIMESTAMP.test(text) && !Number.isNaN(Date.parse(text)), timestamp),
});

type InvitationParts = { customerName: string; inviterName: string; link: string; expiresAt: Date };

function invitationEmail({ customerName, inviterName, link, expiresAt }: InvitationParts, brand: EmailBrand): Email {
  const content = {
    subject: `${inviterName} invited you to ${customerName}`,
    heading: `Join ${customerName} on ${brand.name ?? PRODUCT}`,
    paragraphs: [`${inviterName} invited you to review leads and companies and plan outreach for ${customerName}.`],
    action: { label: 'Accept invitation', link },
    footnotes: [
      `This invitation is just for you and expires on ${emailTime(expiresAt)}.`,
      "If you weren't expecting it, you can ignore this email.",
    ],
  };
  return renderEmail(content, brand);
}
