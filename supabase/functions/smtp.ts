// The mail server of a hosted project. Our own server has server/mail.
import nodemailer from 'nodemailer';
import { parseMailSender } from '../../domain/mail-sender.ts';
import type { SendMail } from './send-mail.ts';

/** Sends emails from `sender` by the server at an SMTP URL. Without a URL nothing is sent. */
export function openSmtpSender(url: string | undefined, sender: string): SendMail {
  const transport = url && nodemailer.createTransport(url);
  return async (email) => {
    if (transport) await transport.sendMail({ from: parseMailSender(sender), ...email });
    return Boolean(transport);
  };
}
