import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectionLimits } from './limits.ts';
import { type Listener, listen } from './listener.ts';

test('before the app is ready, /healthz succeeds and any other path is 503', async () => {
  const listener = await listen('127.0.0.1', 0);
  expect(await (await fetch(`${listener.url}/healthz`)).json()).toEqual({ status: 'ok' });
  const response = await fetch(`${listener.url}/readyz`);
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
    503,
    '1',
    { message: 'Leadlight is starting' },
  ]);
  await listener.close();
});

test('closing finishes the running request and rejects the next', async () => {
  const listener = await listen('127.0.0.1', 0);
  let arrived = () => {};
  let finish = (_: Response) => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  listener.open(() => {
    arrived();
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  const running = fetch(listener.url);
  await arrival;
  const closed = listener.close();
  await expect(fetch(listener.url)).rejects.toThrow('fetch failed');
  finish(new Response('done'));
  expect(await (await running).text()).toBe('done');
  await closed;
});

test('a request on a persistent connection is answered during closing, and ends the connection', async () => {
  const listener = await listen('127.0.0.1', 0);
  listener.open(() => new Response('done'));
  const line = connect(listener.port, '127.0.0.1').setEncoding('utf8');
  const ask = async () => {
    line.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return String((await once(line, 'data'))[0]).toLowerCase();
  };
  expect(await ask()).toContain('connection: keep-alive');
  const closed = listener.close();
  const last = await ask();
  expect(last).toMatch(/^http\/1\.1 200 /);
  expect(last).toContain('connection: close');
  await Promise.all([closed, line.closed || once(line, 'close')]);
});

test('a request that does not finish is aborted after the timeout', async () => {
  const listener = await listen('127.0.0.1', 0);
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  listener.open(() => {
    arrived();
    return new Promise(() => {});
  });
  const running = fetch(listener.url);
  await arrival;
  const [, outcome] = await Promise.allSettled([listener.close(10), running]);
  expect(outcome.status).toBe('rejected');
});

test.each([
  [
    '203.0.113.1',
    0,
    /^The server cannot listen on 203\.0\.113\.1, port 0 \(.+\): set HOST to an address of this machine\.$/,
  ],
])('listening on %s, which is not an address of this machine, fails with a message', async (host, port, message) => {
  await expect(listen(host, port)).rejects.toThrow(message);
});

describe('a client that stalls', () => {
  const limits = { ...connectionLimits, headers: 90, request: 90, silence: 5_000 };
  let listener: Listener;
  beforeEach(async () => {
    listener = await listen('127.0.0.1', 0, limits);
    listener.open(async (request) => new Response(await request.text()));
  });
  afterEach(() => listener.close());

  const send = (text: string) =>
    new Promise<string>((resolve) => {
      let said = '';
      const line = connect(listener.port, '127.0.0.1', () => line.write(text));
      line.on('data', (part) => {
        said += part;
      });
      line.on('close', () => resolve(said));
    });

  test('in its headers is disconnected', async () => {
    expect(await send('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('in its body is disconnected', async () => {
    expect(await send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf')).toMatch(/^HTTP\/1\.1 408 /);
  });
});

test('a silent connection is closed', async () => {
  const listener = await listen('127.0.0.1', 0, { ...connectionLimits, silence: 50 });
  const silent = connect(listener.port, '127.0.0.1');
  await once(silent.resume(), 'close');
  expect(silent.bytesRead).toBe(0);
  await listener.close();
});

test('a connection above the limit is closed, and the previous one stays open', async () => {
  const listener = await listen('127.0.0.1', 0, { ...connectionLimits, silence: 60_000, connections: 1 });
  const first = connect(listener.port, '127.0.0.1');
  await once(first, 'connect');
  const another = connect(listener.port, '127.0.0.1');
  await once(another.resume(), 'close');
  expect(first.readyState).toBe('open');
  first.destroy();
  await listener.close();
});

test('pipelined requests run one after the other, and too many of them close the connection', async () => {
  const listener = await listen('127.0.0.1', 0, { ...connectionLimits, pipelined: 50 });
  let running = 0;
  let most = 0;
  let answered = 0;
  listener.open(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    answered += 1;
    return new Response('done');
  });
  const send = (count: number) => {
    const line = connect(listener.port, '127.0.0.1')
      .setEncoding('utf8')
      .on('error', () => {});
    let said = '';
    line.on('data', (text) => {
      said += text;
    });
    line.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count));
    return { line, answers: () => said.split('HTTP/1.1 200').length - 1 };
  };
  const few = send(50);
  await expect.poll(few.answers).toBe(50);
  expect(most).toBe(1);
  const many = send(200);
  await once(many.line, 'close');
  few.line.destroy();
  await listener.close();
  expect(answered).toBeLessThan(55);
});
