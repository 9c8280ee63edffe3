// Puts the emails that are due into the outbox and sends a part of it, for a scheduler that calls it every minute.
import type { Brand } from '../../../domain/brand.ts';
import { messageDomain, sendDeliveries } from '../../../domain/deliveries.ts';
import { type EmailMessage, EmailNotSent } from '../../../domain/email-message.ts';
import type { CallDatabase } from '../../../domain/job-work.ts';
import { noMailServer } from '../send-mail.ts';
import { openSender } from '../smtp.ts';

type OutboxSettings = {
  smtpUrl: string | undefined;
  sender: string;
  /** The URL of the app, without a slash at the end. */
  siteUrl: string;
  /** The URL of the project's functions, without a slash at the end. */
  functionsUrl: string;
  report: (error: unknown) => void;
};

/** A call sends no more: a project stops a function after two seconds of processor time, of which an email took 7 ms in Deno on a developer's machine. */
const MAX_EMAILS = 100;

/** Emails that are sent at the same time. */
const LANES = 4;

/** No email is begun later. With 50 seconds for the last one and its record, a call ends within the 150 seconds of a project. */
const BEGIN_MS = 60_000;

const RECORD_PAUSE_MS = 2_000;

/** Returns the work of a call, which resolves with the number of deliveries that it took. Without a mail server none is taken. */
export function sendOutbox({ smtpUrl, sender, siteUrl, functionsUrl, report }: OutboxSettings) {
  return async (call: CallDatabase): Promise<{ taken: number }> => {
    if (!smtpUrl) throw noMailServer();
    const end = Date.now() + BEGIN_MS;
    const send = openSender({ smtpUrl, sender, siteUrl });
    await call('queue_deliveries', { domain: messageDomain(sender) });
    const [stored] = await call<Brand[]>('read_brand', {});
    const brand = { ...stored, siteUrl };
    const services = {
      call,
      send: (message: EmailMessage) => send(message, brand),
      siteUrl,
      oneClickUrl: functionsUrl,
      // Without the email, which is the cause of the error.
      report: (error: unknown) =>
        report(error instanceof EmailNotSent ? `An email of the outbox was not sent: ${error.message}` : error),
      waitToRecord: () => new Promise<boolean>((resolve) => setTimeout(resolve, RECORD_PAUSE_MS, true)),
    };
    let left = MAX_EMAILS;
    const mayBegin = () => Date.now() < end && left-- > 0;
    return { taken: await sendDeliveries(services, LANES, mayBegin) };
  };
}
