import { EventEmitter } from 'node:events';
import { Hono } from 'hono';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { TokenIdentity } from '../jwt.ts';
import { type Admitted, openAdmission } from './admission.ts';

const MIB = 1024 * 1024;
const [ann, ben, stranger] = ['a', 'b', 'c'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);

const options = { hasRole: (id: string) => id !== stranger, trustedProxies: 1, anonymousRate: 2 };

let admit: ReturnType<typeof openAdmission>;
beforeEach(() => {
  admit = openAdmission(options);
});

type Outgoing = EventEmitter & { closed: boolean; destroyed: boolean; destroy(): void };

function newOutgoing(): Outgoing {
  const outgoing = Object.assign(new EventEmitter(), {
    closed: false,
    destroyed: false,
    destroy: () => {
      outgoing.destroyed = true;
      outgoing.emit('close');
    },
  });
  return outgoing;
}

type Sender = {
  id?: string | undefined;
  role?: TokenIdentity['role'];
  address?: string;
  outgoing?: Outgoing;
  isOfFunction?: boolean;
};

/** Admits a request, or rejects with the error. */
async function admitted(sender: Sender) {
  const { id, role = id ? 'authenticated' : 'anon', address = '203.0.113.1', outgoing, isOfFunction } = sender;
  const result = Promise.withResolvers<Admitted>();
  const app = new Hono();
  app.get('/', (c) => {
    const request = isOfFunction ? new Request('http://localhost') : c.req.raw;
    admit(c, request, { role, claims: { role, ...(id && { sub: id }) } }).then(result.resolve, result.reject);
    return c.text('');
  });
  app.request('/', { headers: { 'x-forwarded-for': address } }, { outgoing });
  return result.promise;
}

const receive = ({ counted }: Admitted, bytes: number) => counted.received(bytes);

test('in a public demo, whose accounts are shared, each address counts as a user', async () => {
  admit = openAdmission({ ...options, isShared: true });
  const callers = ['203.0.113.1', '203.0.113.2'].map(async (address) => {
    const { counted } = await admitted({ id: ann, address });
    return counted.caller;
  });
  expect(await Promise.all(callers)).toEqual([
    { kind: 'user', id: '203.0.113.1' },
    { kind: 'user', id: '203.0.113.2' },
  ]);
});

describe('the caller that a request counts for', () => {
  test.each<[string, Sender, unknown, number]>([
    ['an account with a role', { id: ann }, { kind: 'user', id: ann }, 32 * MIB],
    ['an account without one', { id: stranger }, { kind: 'guest', address: '203.0.113.1' }, 64 * 1024],
    ['no account', {}, { kind: 'guest', address: '203.0.113.1' }, 64 * 1024],
    [
      'no account, over IPv6',
      { address: '2001:db8:1:2::9' },
      { kind: 'guest', address: '2001:db8:1:2::/64' },
      64 * 1024,
    ],
    ['an account with an odd id', { id: 'x' }, { kind: 'guest', address: '203.0.113.1' }, 64 * 1024],
    ['the service', { role: 'service_role' }, { kind: 'service' }, 32 * MIB],
    [
      'the client of a function that uses the service key',
      { role: 'service_role', isOfFunction: true },
      { kind: 'guest', address: '203.0.113.1' },
      64 * 1024,
    ],
  ])('a request counts for its caller: %s', async (_, sender, caller, largest) => {
    const { counted, body } = await admitted(sender);
    expect([counted.caller, body.largest]).toEqual([caller, largest]);
  });

  test('requests without a token are limited by address, those with a token are not', async () => {
    await admitted({});
    await admitted({});
    await expect(admitted({})).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '150' } });
    await admitted({ address: '203.0.113.2' });
    for (let time = 0; time < 5; time += 1) await admitted({ id: stranger });
  });
});

describe('a response', () => {
  test('a response of more than 16 MiB is 413', async () => {
    const request = await admitted({ id: ann });
    receive(request, 16 * MIB);
    expect(() => receive(request, 1)).toThrow(expect.objectContaining({ status: 413 }));
  });

  test('a response is 429 if its caller holds too much memory, until other responses are finished', async () => {
    const [first, second, third] = [
      await admitted({ id: ann }),
      await admitted({ id: ann }),
      await admitted({ id: ann }),
    ];
    receive(first, 15 * MIB);
    expect(() => receive(second, 15 * MIB)).toThrow(
      expect.objectContaining({ status: 429, headers: expect.objectContaining({ 'Retry-After': '1' }) }),
    );
    receive(await admitted({ id: ben }), 15 * MIB);
    first.end();
    receive(third, 15 * MIB);
  });

  test('a response counts until the client has received it', async () => {
    const outgoing = newOutgoing();
    const first = await admitted({ id: ann, outgoing });
    receive(first, 15 * MIB);
    first.send();
    first.end();
    const second = await admitted({ id: ann });
    expect(() => receive(second, 15 * MIB)).toThrow('Too many of your answers are large');
    outgoing.emit('close');
    receive(await admitted({ id: ann }), 15 * MIB);
  });

  test('a response that is not received within two minutes is aborted', async () => {
    vi.useFakeTimers();
    try {
      const [slow, quick] = [newOutgoing(), newOutgoing()];
      for (const outgoing of [slow, quick]) {
        const request = await admitted({ id: ann, outgoing });
        receive(request, MIB);
        request.send();
        request.end();
      }
      quick.emit('close');
      vi.advanceTimersByTime(119_999);
      expect(slow.destroyed).toBe(false);
      vi.advanceTimersByTime(1);
      expect([slow.destroyed, quick.destroyed]).toEqual([true, false]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a response of up to 64 KiB does not count while it is sent', async () => {
    const outgoing = newOutgoing();
    const request = await admitted({ id: ann, outgoing });
    receive(request, 64 * 1024);
    request.send();
    request.end();
    expect(outgoing.listenerCount('close')).toBe(0);
  });
});

/** Admits requests of other users until they have so much memory that one response or body of this size has none. */
async function fill(take: (request: Admitted) => boolean): Promise<Admitted> {
  for (let number = 0; ; number += 1) {
    const request = await admitted({ id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` });
    if (!take(request)) return request;
  }
}

test('a request is 503 if the requests of others hold the memory', async () => {
  const unread = await fill(({ body }) => body.reserve(20 * MIB));
  expect(unread.body.overBudget()).toMatchObject({ status: 503, body: { code: '53200' } });
  const errors: unknown[] = [];
  await fill((request) => {
    try {
      receive(request, 10 * MIB);
      return true;
    } catch (error) {
      errors.push(error);
      return false;
    }
  });
  expect(errors).toMatchObject([{ status: 503, body: { code: '53200', message: 'Too many large answers at once' } }]);
});

test('bodies count until their requests are finished', async () => {
  const requests = await Promise.all([1, 2].map(() => admitted({ id: ann })));
  expect(requests.map(({ body }) => body.reserve(30 * MIB))).toEqual([true, false]);
  expect(requests[1]?.body.overBudget()).toMatchObject({ status: 429, body: { code: '53400' } });
  expect((await admitted({ id: ben })).body.reserve(30 * MIB)).toBe(true);
  requests[0]?.end();
  expect(requests[1]?.body.reserve(30 * MIB)).toBe(true);
});
