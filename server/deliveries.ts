// Sends the emails of the outbox in the database (private.deliveries). Several servers share them.
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { messageDomain, type OutboxServices, sendDelivery } from '#domain/deliveries.ts';
import { EmailNotSent } from '#domain/email-message.ts';
import { type Config, siteUrl } from './config.ts';
import type { DatabasePool } from './database/connections/pool.ts';
import type { Mailer } from './mail/mailer.ts';
import { openServiceCalls, type Worker } from './worker.ts';

type DeliveryServices = {
  config: Pick<Config, 'MAIL_FROM' | 'SITE_URL' | 'HOST' | 'PORT'>;
  database: Pick<DatabasePool, 'request' | 'listen'>;
  mailer: Pick<Mailer, 'send'>;
  /** Nothing is sent while the disk is almost full, because it could not be recorded. */
  isDiskLow: () => boolean;
  log: Logger;
};

/** How often the server looks for emails that are due and for emails to be tried again. */
const LOOK_MS = 60_000;

/** Emails that are sent at the same time. */
const LANES = 8;

/** The pause before the end of an attempt is recorded again. */
const RECORD_PAUSE_MS = 5_000;

/** A mail server may take longer to confirm an email than a server may take to stop. */
const STOP_MS = 10_000;

export function startDeliveries({ config, database, mailer, isDiskLow, log }: DeliveryServices): Worker {
  const call = openServiceCalls(database);
  const stopping = new AbortController();
  const domain = messageDomain(config.MAIL_FROM);
  const site = siteUrl(config);
  const services: OutboxServices = {
    call,
    send: (message) => mailer.send(message),
    siteUrl: site,
    oneClickUrl: site,
    report: (error) => {
      if (error instanceof EmailNotSent) log.warn({ msg: 'email of the outbox not sent', reason: error.message });
      else log.error({ err: error }, 'an email of the outbox could not be made and is tried again');
    },
    waitToRecord: async () => {
      if (stopping.signal.aborted) return false;
      await wait(RECORD_PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {});
      return true;
    },
  };
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
    while (!stopping.signal.aborted && !isDiskLow()) if (!(await sendDelivery(services))) return;
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
