import { setImmediate as nextTurn } from 'node:timers/promises';
import pino from 'pino';
import { expect, test } from 'vitest';
import { startDeliveries } from './deliveries.ts';

const DIGEST = {
  email: 'grace@example.test',
  period: 'daily',
  day: '2026-11-02',
  is_agency: false,
  token: 't',
  groups: {},
};

test('a server that stops waits for the email that it sends, also if another lane has lost the database', async () => {
  const calls: string[] = [];
  const answers: Record<string, () => unknown> = {
    take_delivery: () => {
      if (calls.filter((name) => name === 'take_delivery').length > 1) throw new Error('the database is busy');
      return { id: 'id', attempt: 1, message_id: 'a@example.test' };
    },
    read_delivery: () => ({ kind: 'digest', content: DIGEST }),
  };
  let wake = () => {};
  const database = {
    listen: (_channel: string, listener: () => void) => {
      wake = listener;
    },
    request: async ({ statement }: { statement: { text: string } }) => {
      const name = /public\.(\w+)/.exec(statement.text)?.[1] ?? '';
      calls.push(name);
      return { text: JSON.stringify(answers[name]?.() ?? null) };
    },
  };
  const { promise: isSending, resolve: begin } = Promise.withResolvers<void>();
  const { promise: isConfirmed, resolve: confirm } = Promise.withResolvers<void>();
  const deliveries = startDeliveries({
    config: {
      MAIL_FROM: 'no-reply@example.test',
      SITE_URL: 'https://leads.example.test',
      HOST: '127.0.0.1',
      PORT: 3000,
    },
    database: database as never,
    mailer: {
      send: () => {
        begin();
        return isConfirmed;
      },
    },
    isDiskLow: () => false,
    log: pino({ level: 'silent' }),
  });
  wake();
  await isSending;
  await nextTurn();
  let isOver = false;
  const stopped = deliveries.stop().then(() => {
    isOver = true;
  });
  await nextTurn();
  expect(isOver).toBe(false);
  confirm();
  await stopped;
  expect(calls.at(-1)).toBe('settle_delivery');
});
