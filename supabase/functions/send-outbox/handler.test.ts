import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MailServer, openMailServer } from '../../../tests/support/mail-server.ts';
import { FunctionError } from '../endpoint.ts';
import { sendOutbox } from './handler.ts';

const TOKEN = 'a'.repeat(64);
const digest = (email: string) => ({
  kind: 'digest',
  content: { email, period: 'daily', day: '2026-11-02', is_agency: false, token: TOKEN, groups: {} },
});

let mailServer: MailServer;
beforeEach(async () => {
  const codes: Record<string, number> = { 'gone@example.test': 550, 'busy@example.test': 450 };
  mailServer = await openMailServer({ rejects: (address) => codes[address] ?? false });
});
afterEach(() => mailServer.close());

/** A project whose outbox has a digest for each address, and nothing to say to null. */
function open(addresses: (string | null)[], smtpUrl: string | undefined = mailServer.url) {
  const calls: [name: string, values: Record<string, unknown>][] = [];
  const reported: unknown[] = [];
  let taken = 0;
  const answers: Record<string, (values: Record<string, unknown>) => unknown> = {
    take_delivery: () => {
      if (taken === addresses.length) return null;
      taken += 1;
      return { id: String(taken), attempt: 1, message_id: `${taken}@example.test` };
    },
    read_delivery: ({ delivery }) => {
      const address = addresses[Number(delivery) - 1];
      return address ? digest(address) : null;
    },
    read_brand: () => [{ name: 'Kiln', sender_name: 'Kiln Outreach' }],
    settle_delivery: () => 1,
  };
  const work = sendOutbox({
    smtpUrl,
    sender: 'Leadlight <no-reply@example.test>',
    siteUrl: 'https://leads.example',
    functionsUrl: 'https://project.example/functions/v1',
    report: (error) => reported.push(error),
  });
  const run = () =>
    work(async <Result>(name: string, values: Record<string, unknown>) => {
      calls.push([name, values]);
      return answers[name]?.(values) as Result;
    });
  const settled = () => calls.filter(([name]) => name === 'settle_delivery').map(([, values]) => values);
  return { run, calls, settled, reported };
}

test('an email of a project unsubscribes by its function, and its visible link opens the page of the app', async () => {
  const { run, calls, settled } = open(['grace@example.test']);
  expect(await run()).toEqual({ taken: 1 });
  expect(calls[0]).toEqual(['queue_deliveries', { domain: 'example.test' }]);
  expect(settled()).toEqual([{ delivery: '1', attempt: 1, outcome: 'sent', reason: null }]);
  const { text, from } = await mailServer.waitForEmail('grace@example.test');
  expect(from?.name).toBe('Kiln Outreach');
  expect(text).toContain(`Unsubscribe: https://leads.example/unsubscribe/${TOKEN}`);
  const lines = (mailServer.sources[0]?.split('\r\n\r\n')[0] ?? '').split('\r\n');
  expect(lines.filter((line) => /^(list-|message-id|auto-)/i.test(line))).toEqual([
    'Auto-Submitted: auto-generated',
    `List-Unsubscribe: <https://project.example/functions/v1/unsubscribe/${TOKEN}>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'Message-ID: <1@example.test>',
  ]);
});

test('a refused address ends a delivery, a busy mail server makes it wait, and nothing to say skips it', async () => {
  const { run, settled, reported } = open(['gone@example.test', 'busy@example.test', null]);
  expect(await run()).toEqual({ taken: 3 });
  const outcomes = Object.fromEntries(settled().map(({ delivery, outcome }) => [delivery, outcome]));
  expect(outcomes).toEqual({ 1: 'rejected', 2: 'failed', 3: 'skipped' });
  expect(reported).toEqual([expect.stringContaining('no such user'), expect.stringContaining('no such user')]);
});

test('a call takes at most a hundred deliveries', async () => {
  const { run, settled } = open(Array.from({ length: 150 }, () => null));
  expect(await run()).toEqual({ taken: 100 });
  expect(settled()).toHaveLength(100);
});

test('a project without a mail server takes nothing', async () => {
  const { run, calls } = open(['grace@example.test'], '');
  await expect(run()).rejects.toEqual(new FunctionError(503, 'This server can’t send email: SMTP_URL isn’t set'));
  expect(calls).toEqual([]);
});
