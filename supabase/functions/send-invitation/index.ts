// Entry point on a hosted project (Deno).
import { endpoint } from '../endpoint.ts';
import { mailSettings, report, rowApi, siteUrl } from '../project.ts';
import { openSmtpSender } from '../smtp.ts';
import { sendInvitation } from './handler.ts';

const sendMail = openSmtpSender(mailSettings);
Deno.serve(endpoint(sendInvitation({ rowApi, sendMail, siteUrl, report }), report));
