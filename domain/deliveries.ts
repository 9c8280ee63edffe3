// Sends the emails of the outbox (private.deliveries), for the worker of our server and for a function of a hosted project.
import { type EmailMessage, EmailNotSent } from './email-message.ts';
import type { CallDatabase } from './job-work.ts';
import { parseMailSender } from './mail-sender.ts';
import { type DeliveryContent, deliveryEmail, unsubscribePath } from './outbox.ts';

export type OutboxServices = {
  call: CallDatabase;
  /** Rejects with EmailNotSent. */
  send(message: EmailMessage): Promise<void>;
  /** The URL of the app, without a slash at the end. */
  siteUrl: string;
  /** Where one-click unsubscribing is served: `siteUrl`, or the URL of a project's functions. */
  oneClickUrl: string;
  /** Says why an email was not sent. */
  report(error: unknown): void;
  /** Waits before the end of an attempt is recorded again. Resolves with false if the worker gives up. */
  waitToRecord(): Promise<boolean>;
};

type Taken = { id: string; attempt: number; message_id: string };
type Ending = { outcome: 'sent' | 'skipped' | 'rejected' | 'failed'; reason: string | null };

/** An email whose end is not recorded within its lease of two minutes is sent again. */
const RECORD_TRIES = 10;

/**
 * Sends the deliveries that are due, at most `lanes` at the same time, while another one may begin. A lane opens when the one before has taken a delivery,
 * so that nothing due is one call. Resolves with the number of deliveries. Waits for every lane, and then rejects if one did, because the database does
 * not answer.
 */
export async function sendDeliveries(
  services: OutboxServices,
  lanes: number,
  mayBegin: () => boolean,
): Promise<number> {
  let sent = 0;
  const failures: unknown[] = [];
  const opened: Promise<unknown>[] = [];
  const open = () => {
    if (opened.length < lanes) opened.push(drain().catch((error: unknown) => failures.push(error)));
  };
  async function drain(): Promise<void> {
    while (mayBegin()) {
      const taken = await services.call<Taken | null>('take_delivery', {});
      if (!taken) return;
      open();
      await sendDelivery(taken, services);
      sent += 1;
    }
  }
  open();
  for (const lane of opened) await lane; // lanes that open meanwhile come after it
  if (failures.length > 0) throw failures[0];
  return sent;
}

/** Sends the email of a delivery and records the end of the attempt, also where the database is away for a moment. Rejects only if it does not answer. */
async function sendDelivery(taken: Taken, services: OutboxServices): Promise<void> {
  const { id: delivery, attempt } = taken;
  const ending = await attemptDelivery(taken, services);
  for (let tries = 1; ; tries += 1) {
    try {
      await services.call('settle_delivery', { delivery, attempt, ...ending });
      return;
    } catch (error) {
      if (tries === RECORD_TRIES || !(await services.waitToRecord())) throw error;
    }
  }
}

async function attemptDelivery({ id, message_id }: Taken, services: OutboxServices): Promise<Ending> {
  try {
    const delivery = await services.call<DeliveryContent | null>('read_delivery', { delivery: id });
    if (!delivery) return { outcome: 'skipped', reason: null };
    await services.send(deliveryMessage(delivery, message_id, services));
    return { outcome: 'sent', reason: null };
  } catch (error) {
    services.report(error);
    if (!(error instanceof EmailNotSent)) return { outcome: 'failed', reason: 'An error stopped it' };
    return { outcome: error.outcome === 'failed' ? 'failed' : 'rejected', reason: error.message };
  }
}

const deliveryMessage = (delivery: DeliveryContent, messageId: string, { siteUrl, oneClickUrl }: OutboxServices) => ({
  to: delivery.content.email,
  ...('reply_to' in delivery.content && delivery.content.reply_to && { replyTo: delivery.content.reply_to }),
  messageId,
  // RFC 8058, 3.1: one URI for a POST, and this text to the letter.
  headers: {
    'List-Unsubscribe': `<${oneClickUrl}${unsubscribePath(delivery.kind, delivery.content.token)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
  render: (brand = {}) => deliveryEmail(delivery, siteUrl, brand),
});

/** The domain of Message-IDs, which is ASCII. */
export function messageDomain(sender: string): string {
  const domain = parseMailSender(sender).address.replace(/^.*@/s, '');
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : 'localhost';
}
