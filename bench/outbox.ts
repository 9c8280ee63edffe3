// The time of the outbox for events and digests, relative to a plain loop that does the same one by one, and the server's memory.
//   npm run bench -- outbox [--events 100000] [--digests 10000] [--sample 5000]
// `--sample` is the number of events that the loop handles, and of digests that it sends; its time for all is in proportion.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createTransport } from 'nodemailer';
import { type DeliveryContent, deliveryEmail } from '#domain/outbox.ts';
import { memoryUse } from '../tests/support/processes.ts';
import { openLeadlight } from '../tests/support/server.ts';
import { readOptions } from '../tools/read-options.ts';

const options = readOptions({ events: '100000', digests: '10000', sample: '5000' });
const events = Number(options.events);
const digests = Number(options.digests);
const sample = Number(options.sample);
const CUSTOMERS = 200;
const SITE = 'https://leads.example.test';

const sink = new Worker(new URL('outbox/sink.ts', import.meta.url));
const [port] = (await once(sink, 'message')) as [number];
const received = async (): Promise<number> => {
  sink.postMessage('count');
  return ((await once(sink, 'message')) as [number])[0];
};
const SMTP_URL = `smtp://127.0.0.1:${port}`;
const leadlight = await openLeadlight({ SMTP_URL, SITE_URL: SITE });
const { owner } = leadlight;

/** Members of 200 customers, each with leads to review. Triggers, which check each user, would take longer than what is measured. */
async function fill(): Promise<void> {
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `insert into public.customers (id, name) select md5('customer' || n)::uuid, 'Customer ' || n from generate_series(0, $1 - 1) n`,
    [CUSTOMERS],
  );
  await owner.query(
    `insert into auth.users (id, email, email_confirmed_at, aud, role)
     select md5('member' || n)::uuid, 'member' || n || '@example.test', now(), 'authenticated', 'authenticated' from generate_series(1, $1) n`,
    [digests],
  );
  for (const insert of [
    `public.profiles (id, email) select id, email from members`,
    `public.user_roles (user_id, role) select id, 'customer' from members`,
    `public.mail_preferences (user_id, digest) select id, 'daily' from members`,
    `public.customer_users (customer_id, user_id) select md5('customer' || substr(email, 7, position('@' in email) - 7)::int % ${CUSTOMERS})::uuid, id from members`,
  ])
    await owner.query(
      `with members as (select id, email from auth.users where email like 'member%') insert into ${insert}`,
    );
  await owner.query('set session_replication_role = origin');
  await owner.query(
    `insert into public.leads (customer_id, name) select id, 'Lead ' || n from public.customers cross join generate_series(1, 20) n`,
  );
  await owner.query('vacuum analyze');
}
const addEvents = async (amount: number) => {
  await owner.query('delete from private.events');
  await owner.query('delete from private.deliveries');
  await owner.query(
    `insert into private.events (customer_id, kind, actor_id, amount, row_ids)
     select md5('customer' || n % $2)::uuid, 'comment', (select user_id from public.user_roles where role = 'admin'), 1, array[gen_random_uuid()]
     from generate_series(1, $1) n`,
    [amount, CUSTOMERS],
  );
  await owner.query('vacuum analyze private.events');
};
/** Digests that are not due yet. */
const addDigests = async (amount: number) => {
  await owner.query('delete from private.deliveries');
  await owner.query(
    `insert into private.deliveries (kind, user_id, day, message_id, due_at)
     select 'digest', user_id, current_date, gen_random_uuid() || '@example.test', now() + interval '1 day' from public.mail_preferences limit $1`,
    [amount],
  );
  await owner.query('vacuum analyze private.deliveries');
};

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

/** For each event an upsert for each of its readers, and its mark. */
async function loopEvents(): Promise<void> {
  const { rows } = await owner.query('select id, customer_id, created_at from private.events limit $1', [sample]);
  for (const { id, customer_id, created_at } of rows) {
    const readers = await owner.query(
      `select account.email from public.customer_users member join auth.users account on account.id = member.user_id
       where member.customer_id = $1 and member.is_active and account.email_confirmed_at is not null`,
      [customer_id],
    );
    const emails = readers.rows.map(({ email }) => email);
    await owner.query('insert into private.mail_addresses (email) select unnest($1::text[]) on conflict do nothing', [
      emails,
    ]);
    await owner.query(
      `insert into private.deliveries (kind, email, message_id, due_at)
       select 'comments', unnest($1::text[]), gen_random_uuid() || '@example.test', $2 on conflict do nothing`,
      [emails, created_at],
    );
    await owner.query('update private.events set handled_at = now() where id = $1', [id]);
  }
}
async function handleEvents(): Promise<void> {
  const unhandled = async () =>
    (await owner.query('select 1 from private.events where handled_at is null limit 1')).rowCount;
  while (await unhandled()) await owner.query(`select public.queue_deliveries('example.test')`);
}

async function loopDigests(): Promise<void> {
  const transport = createTransport(SMTP_URL);
  const { rows } = await owner.query('select id, message_id from private.deliveries limit $1', [sample]);
  for (const { id, message_id } of rows) {
    const read = await owner.query('select public.read_delivery($1) as delivery', [id]);
    const delivery = read.rows[0].delivery as DeliveryContent;
    const email = deliveryEmail(delivery, SITE);
    await transport.sendMail({
      from: 'no-reply@example.test',
      to: delivery.content.email,
      messageId: message_id,
      ...email,
    });
    await owner.query('update private.deliveries set sent_at = now() where id = $1', [id]);
  }
}
async function sendDigests(): Promise<void> {
  const before = await received();
  await owner.query('update private.deliveries set due_at = now()');
  await owner.query('notify deliveries');
  while ((await received()) < before + digests) await delay(50);
}

/** The server's memory in MB, before the work and at its peak. */
async function watchMemory(work: () => Promise<unknown>): Promise<[before: number, peak: number]> {
  const before = memoryUse(leadlight.pid);
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, memoryUse(leadlight.pid));
  }, 100);
  await work();
  clearInterval(watching);
  return [before, peak];
}

const shown = (amount: number) => amount.toLocaleString('en', { maximumFractionDigits: 1 });

try {
  await fill();
  await addEvents(sample);
  const loopedEvents = ((await seconds(loopEvents)) * events) / sample;
  await addEvents(events);
  const handled = await seconds(handleEvents);
  console.log(
    `${shown(events)} events: ${shown(handled)} s, one by one ${shown(loopedEvents)} s, ratio ${(handled / loopedEvents).toFixed(3)}`,
  );
  await addDigests(sample);
  const loopedDigests = ((await seconds(loopDigests)) * digests) / sample;
  await addDigests(digests);
  let sent = 0;
  const [before, peak] = await watchMemory(async () => {
    sent = await seconds(sendDigests);
  });
  console.log(
    `${shown(digests)} digests: ${shown(sent)} s, one by one ${shown(loopedDigests)} s, ratio ${(sent / loopedDigests).toFixed(3)}\n` +
      `together: ratio ${((handled + sent) / (loopedEvents + loopedDigests)).toFixed(3)}, memory of the server ${shown(before)} MB before, at most ${shown(peak)} MB`,
  );
} finally {
  await leadlight.end();
  await sink.terminate();
}
