import { expect, test } from 'vitest';
import { sendDeliveries } from './deliveries.ts';

/** An outbox with so many digests that are due. `send` sends the one to this address. */
function open(due: number, send: (address: string) => Promise<void> = async () => {}) {
  const calls: string[] = [];
  let taken = 0;
  const answers: Record<string, (values: Record<string, unknown>) => unknown> = {
    take_delivery: () => (taken === due ? null : { id: String(++taken), attempt: 1, message_id: `${taken}@a.example` }),
    read_delivery: ({ delivery }) => ({
      kind: 'digest',
      content: {
        email: `${delivery}@b.example`,
        period: 'daily',
        day: '2026-11-02',
        is_agency: false,
        token: 'a',
        groups: {},
      },
    }),
  };
  const services = {
    call: async <Result>(name: string, values: Record<string, unknown>) => {
      calls.push(name);
      return answers[name]?.(values) as Result;
    },
    send: ({ to }: { to: string }) => send(to),
    siteUrl: 'https://leads.example',
    oneClickUrl: 'https://leads.example',
    report: () => {},
    waitToRecord: async () => false,
  };
  return { calls, run: (lanes: number) => sendDeliveries(services, lanes, () => true) };
}

test('an outbox in which nothing is due is looked at by one call', async () => {
  const { calls, run } = open(0);
  expect(await run(8)).toBe(0);
  expect(calls).toEqual(['take_delivery']);
});

test('an email that a mail server is slow to take holds up no other, and no more are sent at a time than there are lanes', async () => {
  const others = Promise.withResolvers<void>();
  const sent: string[] = [];
  let [now, highest] = [0, 0];
  const { run } = open(6, async (address) => {
    now += 1;
    highest = Math.max(highest, now);
    await (address === '1@b.example' ? others.promise : new Promise((resolve) => setTimeout(resolve)));
    now -= 1;
    sent.push(address);
    if (sent.length === 5) others.resolve();
  });
  expect(await run(3)).toBe(6);
  expect([sent.length, sent.at(-1), highest]).toEqual([6, '1@b.example', 3]);
});
