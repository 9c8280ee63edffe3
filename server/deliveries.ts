// Sends the emails of the outbox in the database (private.deliveries). Several servers share them.
import { setTimeout as wait } from 'node:timers/promises';
import { domainToASCII } from 'node:url';
import type { Logger } from 'pino';
import type { CallDatabase } from '#domain/job-work.ts';
import { parseMailSender } from '#domain/mail-sender.ts';
import { type DeliveryContent, deliveryEmail, unsubscribePath } from '#domain/outbox.ts';
import { type Config, siteUrl } from './config.ts';
import type { DatabasePool } from './database/connections/pool.ts';
import type { Mailer } from './mail/mailer.ts';
import { EmailNotSent } from './mail/smtp.ts';
import { openServiceCalls, type Worker } from './worker.ts';

type DeliveryServices = {
  config: Pick<Config, 'MAIL_FROM' | 'SITE_URL' | 'HOST' | 'PORT'>;
  database: Pick<DatabasePool, 'request' | 'listen'>;
  mailer: Pick<Mailer, 'send'>;
  /** Nothing is sent while the disk is almost full, because it could not be recorded. */
  isDiskLow: () => boolean;
  log: Logger;
};

type Taken = { id: string; attempt: number; message_id: string };
type Ending = { outcome: 'sent' | 'skipped' | 'rejected' | 'failed'; reason: string | null };

/** How often the server looks for emails that are due and for emails to be tried again. */
const LOOK_MS = 60_000;

/** Emails that are sent at the same time. */
const LANES = 8;

/** An email whose end is not recorded within its lease of two minutes is sent again. */
const RECORD_TRIES = 10;
const RECORD_PAUSE_MS = 5_000;

/** A mail server may take longer to confirm an email than a server may take to stop. */
const STOP_MS = 10_000;

export function startDeliveries({ config, database, mailer, isDiskLow, log }: DeliveryServices): Worker {
  const call = openServiceCalls(database);
  const stopping = new AbortController();
  const domain = messageDomain(config.MAIL_FROM);
  let isWoken = false;
  let running: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (isWoken && !stopping.signal.aborted && !isDiskLow()) {
      isWoken = false;
      await call('queue_deliveries', { domain });
      const ends = await Promise.allSettled(Array.from({ length: LANES }, drain));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    }
  }
  async function drain(): Promise<void> {
    while (!stopping.signal.aborted && !isDiskLow()) {
      const taken = await call<Taken | null>('take_delivery', {});
      if (!taken) return;
      const { id: delivery, attempt } = taken;
      await record(call, { delivery, attempt, ...(await attemptDelivery(taken)) }, stopping.signal);
    }
  }
  async function attemptDelivery({ id, message_id }: Taken): Promise<Ending> {
    try {
      const delivery = await call<DeliveryContent | null>('read_delivery', { delivery: id });
      if (!delivery) return { outcome: 'skipped', reason: null };
      await mailer.send(deliveryMessage(delivery, message_id, siteUrl(config)));
      return { outcome: 'sent', reason: null };
    } catch (error) {
      if (error instanceof EmailNotSent) {
        log.warn({ msg: 'email of the outbox not sent', reason: error.message });
        return { outcome: error.outcome === 'failed' ? 'failed' : 'rejected', reason: error.message };
      }
      log.error({ err: error }, 'an email of the outbox could not be made and is tried again');
      return { outcome: 'failed', reason: 'An error stopped it' };
    }
  }
  function wake(): void {
    isWoken = true;
    running ??= work()
      .catch((error: Error) => log.warn({ msg: 'the outbox waits for the database', reason: error.message }))
      .finally(() => {
        running = undefined;
      });
  }

  database.listen('deliveries', wake);
  const looking = setInterval(wake, LOOK_MS).unref();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(looking);
      await Promise.race([running, wait(STOP_MS, undefined, { ref: false })]);
    },
  };
}

/** The domain of Message-IDs, which is ASCII. */
const messageDomain = (sender: string) =>
  domainToASCII(parseMailSender(sender).address.replace(/^.*@/s, '')) || 'localhost';

const deliveryMessage = (delivery: DeliveryContent, messageId: string, site: string) => ({
  to: delivery.content.email,
  ...('reply_to' in delivery.content && delivery.content.reply_to && { replyTo: delivery.content.reply_to }),
  messageId,
  // RFC 8058, 3.1: one URI for a POST, and this text to the letter.
  headers: {
    'List-Unsubscribe': `<${site}${unsubscribePath(delivery.kind, delivery.content.token)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
  render: (brand = {}) => deliveryEmail(delivery, site, brand),
});

type Settlement = Ending & { delivery: string; attempt: number };

/** Records the end of an attempt, also where the database is away for a moment. */
async function record(call: CallDatabase, settlement: Settlement, signal: AbortSignal): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await call('settle_delivery', settlement);
      return;
    } catch (error) {
      if (tries === RECORD_TRIES || signal.aborted) throw error;
      await wait(RECORD_PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }
}
