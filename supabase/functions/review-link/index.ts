// Entry point on a hosted project (Deno).
import { endpoint } from '../endpoint.ts';
import { mailSettings, report, rowApi, serviceApi, siteUrl } from '../project.ts';
import { openSmtpSender } from '../smtp.ts';
import { reviewLink } from './handler.ts';

/** The gateway of a project sets this header itself. Clients without it share their limits: any other header may be forged. */
const client = ({ headers }: Request) => headers.get('cf-connecting-ip') ?? 'unknown';

const sendMail = openSmtpSender(mailSettings);
Deno.serve(endpoint(reviewLink({ rowApi, serviceApi, sendMail, siteUrl, client, report }), report));
