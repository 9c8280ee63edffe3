// Sends the emails of the outbox in the database (private.deliveries). Several servers share them.
import { setTimeout as wait } from 'node:timers/promises';
import { messageDomain, type OutboxServices, sendDeliveries } from '#domain/deliveries.ts';
import { EmailNotSent } from '#domain/email-message.ts';
import { type Config, siteUrl } from './config.ts';
import type { Mailer } from './mail/mailer.ts';
import { openServiceCalls, startTurns, type Worker, type WorkerServices } from './worker.ts';

type DeliveryServices = WorkerServices & {
  config: Pick<Config, 'MAIL_FROM' | 'SITE_URL' | 'HOST' | 'PORT'>;
  mailer: Pick<Mailer, 'send'>;
};

/** How often the server looks for emails that are due and for emails to be tried again. */
const LOOK_MS = 60_000;

/** Emails that are sent at the same time. */
const LANES = 8;

/** The pause before the end of an attempt is recorded again. */
const RECORD_PAUSE_MS = 5_000;

/** A mail server may take longer to confirm an email than a server may take to stop. */
const STOP_MS = 10_000;

export function startDeliveries({ config, mailer, ...shared }: DeliveryServices): Worker {
  const { database, isDiskLow, log } = shared;
  const call = openServiceCalls(database);
  const domain = messageDomain(config.MAIL_FROM);
  const site = siteUrl(config);
  const send = async (stopping: AbortSignal) => {
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
        if (stopping.aborted) return false;
        await wait(RECORD_PAUSE_MS, undefined, { signal: stopping }).catch(() => {});
        return true;
      },
    };
    await call('queue_deliveries', { domain });
    await sendDeliveries(services, LANES, () => !stopping.aborted && !isDiskLow());
    return false;
  };
  const failure = 'the outbox waits for the database';
  const turns = startTurns(shared, { channel: 'deliveries', lookMs: LOOK_MS, takeTurn: send, failure });
  return {
    stop: () => Promise.race([turns.stop(), wait(STOP_MS, undefined, { ref: false })]),
  };
}
