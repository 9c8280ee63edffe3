import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import type { EmailMessage } from '#domain/email-message.ts';
import { readConfig } from '#server/config.ts';
import type { Query } from '#server/database/connections/pool.ts';
import { authApi } from '../index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The auth API over a database with one unconfirmed user, and the emails that wait to be composed. */
function openApi() {
  const waiting: (() => Promise<EmailMessage[]>)[] = [];
  const user = { id: 'ann', email: 'ann@example.test', email_change: 'new@example.test', identities: [], factors: [] };
  const query = (async () => ({ rows: [{ ...user, credential: '' }], rowCount: 1 })) as unknown as Query;
  const services = {
    database: { accountsFor: () => ({ query, transaction: (work: (query: Query) => unknown) => work(query) }) },
    config: readConfig({ AUTH_CONFIRM_EMAIL: 'true' }),
    mailer: { sendLater: (compose: () => Promise<EmailMessage[]>) => waiting.push(compose) },
    log: pino({ level: 'silent' }),
  };
  return { waiting, api: authApi(services as unknown as Parameters<typeof authApi>[0]) };
}

test.each([
  ['/recover', {}, 1],
  ['/resend', { type: 'signup' }, 1],
  ['/resend', { type: 'email_change' }, 2],
  ['/signup', { password: 'correct horse' }, 1],
])(
  'while the email of %s %j waits to be sent, its request and body do not stay in memory',
  async (path, members, emails) => {
    const { waiting, api } = openApi();
    const send = async () => {
      const body = JSON.stringify({ email: 'ann@example.test', ...members, padding: 'x'.repeat(900_000) });
      const headers = { 'Content-Length': String(body.length) };
      const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body });
      expect((await api.request(request)).status).toBe(200);
      return new WeakRef(request);
    };
    const sent = await send();
    expect(waiting).toHaveLength(1);
    await vi.waitFor(async () => {
      await nextTurn();
      collectGarbage();
      expect(sent.deref() === undefined).toBe(true);
    });
    expect(await waiting[0]?.()).toHaveLength(emails);
  },
);
