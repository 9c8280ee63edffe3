import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get as httpGet, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { connectionLimits } from '../limits.ts';
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

test('HTTP/1.0 needs no Host header, HTTP/1.1 needs exactly one', async () => {
  const listener = await listen('127.0.0.1', 0);
  listener.open(({ url }) => new Response(new URL(url).pathname));
  const answer = async (head: string) => {
    const line = connect(listener.port, '127.0.0.1').setEncoding('utf8');
    line.write(`GET /readyz ${head}\r\n\r\n`);
    return String((await once(line, 'data'))[0]).split('\r\n')[0];
  };
  expect(await answer('HTTP/1.0')).toBe('HTTP/1.1 200 OK');
  expect(await answer('HTTP/1.0\r\nHost: a')).toBe('HTTP/1.1 200 OK');
  expect(await answer('HTTP/1.0\r\nHost: a\r\nHost: b')).toBe('HTTP/1.1 400 Bad Request');
  expect(await answer('HTTP/1.1')).toBe('HTTP/1.1 400 Bad Request');
  expect(await answer('HTTP/1.1\r\nHost: a\r\nHost: b')).toBe('HTTP/1.1 400 Bad Request');
  await listener.close(0);
});

test('a keep-alive client uses a connection again until the server closes it', async () => {
  const idle = 3_500;
  const listener = await listen('127.0.0.1', 0, { ...connectionLimits, silence: 300, idle });
  listener.open(() => new Response('done'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const request = httpGet({ port: listener.port, host: '127.0.0.1', agent });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return { isReused: request.reusedSocket, keepAlive: response.headers['keep-alive'] };
  };
  expect(await ask()).toEqual({ isReused: false, keepAlive: 'timeout=3' });
  await new Promise((later) => setTimeout(later, 700)); // more than the silence within a request
  expect(await ask()).toEqual({ isReused: true, keepAlive: 'timeout=3' });
  expect(connectionLimits.idle).toBeGreaterThan(60_000);
  agent.destroy();
  await listener.close(0);
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

describe('a stalled client', () => {
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

  test('a client that stalls in its headers is disconnected', async () => {
    expect(await send('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a client that stalls in its body is disconnected', async () => {
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

/** The number of connections of a port that the system has completed, accepted or not. Its list may name one twice while it changes. */
const completed = (port: number) =>
  new Set(
    readFileSync('/proc/net/tcp', 'utf8').match(
      new RegExp(`(?<=: )\\w+:${port.toString(16).padStart(4, '0')} \\w+:\\w+ 01 `, 'gi'),
    ),
  ).size;

test.runIf(process.platform === 'linux')(
  'a thousand connections that arrive at once are completed before they are accepted',
  async () => {
    const listener = await listen('127.0.0.1', 0);
    const lines = Array.from({ length: 1_000 }, () => connect(listener.port, '127.0.0.1').on('error', () => {}));
    await new Promise(process.nextTick); // they connect in this tick, before anything is accepted
    expect(completed(listener.port)).toBe(1_000);
    for (const line of lines) line.destroy();
    await listener.close(0);
  },
);

/** Counts the requests that Node has parsed. */
function countParsed() {
  let parsed = 0;
  const count = () => {
    parsed += 1;
  };
  subscribe('http.server.request.start', count);
  onTestFinished(() => void unsubscribe('http.server.request.start', count));
  return () => parsed;
}

/** A connection, with the number of its responses and whether it is still open. */
function openLine({ port }: Listener) {
  let received = '';
  let isOpen = true;
  const line = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay();
  line
    .on('error', () => {})
    .on('close', () => {
      isOpen = false;
    });
  line.on('data', (text) => {
    received += text;
  });
  onTestFinished(() => void line.destroy());
  return { line, isOpen: () => isOpen, answers: () => received.split('HTTP/1.1 200').length - 1 };
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

describe('pipelined requests', () => {
  const limits = { ...connectionLimits, pipelined: 10, pipelinedTogether: 25 };
  let listener: Listener;
  let finish: () => void;
  let running: number;
  let maxConnections: number;
  beforeEach(async () => {
    listener = await listen('127.0.0.1', 0, limits);
    running = 0;
    maxConnections = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    finish = resolve;
    listener.open(async () => {
      running += 1;
      maxConnections = Math.max(maxConnections, running);
      await promise;
      await new Promise((later) => setTimeout(later, 1));
      running -= 1;
      return new Response('done');
    });
  });
  afterEach(() => listener.close(0));

  test('pipelined requests run one after the other', async () => {
    const { line, answers } = openLine(listener);
    line.write(get.repeat(10));
    finish();
    await expect.poll(answers).toBe(10);
    expect(maxConnections).toBe(1);
  });

  test('pipelined requests above the limit are not read until one has its response', async () => {
    const parsed = countParsed();
    const { line, answers, isOpen } = openLine(listener);
    line.write(get.repeat(10));
    await expect.poll(parsed).toBe(10);
    line.write(get.repeat(5));
    await new Promise((later) => setTimeout(later, 100));
    expect(parsed()).toBe(10);
    finish();
    await expect.poll(answers).toBe(15);
    expect(isOpen()).toBe(true);
  });

  test.each([
    ['', get],
    [' without a host', 'GET / HTTP/1.1\r\n\r\n'],
    [' with an expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: more\r\n\r\n'],
  ])(
    'pipelined requests that arrive together%s close the connection at twice the limit, and the others are not parsed',
    async (_, text) => {
      const parsed = countParsed();
      const { line, isOpen } = openLine(listener);
      line.write(text.repeat(1_000));
      await expect.poll(isOpen).toBe(false);
      expect(parsed()).toBe(20);
    },
  );

  test('the pipelined requests of all connections have a limit, above which a connection has one request', async () => {
    const parsed = countParsed();
    const [first, second, third] = [openLine(listener), openLine(listener), openLine(listener)];
    const [fourth, fifth] = [openLine(listener), openLine(listener)];
    for (const { line } of [first, second, third]) line.write(get.repeat(9));
    await expect.poll(parsed).toBe(27);
    fourth.line.write(get.repeat(3)); // the second of them is the 25th that waits
    await expect.poll(fourth.isOpen).toBe(false);
    first.line.destroy();
    await new Promise((later) => setTimeout(later, 100));
    fifth.line.write(get.repeat(8));
    finish();
    await expect.poll(() => [second.answers(), third.answers(), fifth.answers()]).toEqual([9, 9, 8]);
  });
});

describe('a chunked body', () => {
  let listener: Listener;
  let received: number;
  beforeEach(async () => {
    listener = await listen('127.0.0.1', 0);
    received = 0;
    listener.open(async ({ url, body }) => {
      if (!body || url.endsWith('/unread')) return new Response('done');
      for await (const bytes of body) received += bytes.length;
      return new Response('done');
    });
  });
  afterEach(() => listener.close(0));

  const chunked = (first: string) => `${first} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const chunksOf = (bytes: number, count: number) => `${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`.repeat(count);

  test('a chunked body of a hundred chunks of one byte is read', async () => {
    const { line, answers } = openLine(listener);
    line.write(`${chunked('POST /')}${chunksOf(1, 100)}0\r\n\r\n`);
    await expect.poll(answers).toBe(1);
    expect(received).toBe(100);
  });

  test('a chunked body of 10,000 chunks of 256 bytes is read', async () => {
    const { line, answers } = openLine(listener);
    line.write(`${chunked('POST /')}${chunksOf(256, 10_000)}0\r\n\r\n`);
    await expect.poll(answers, { timeout: 5_000 }).toBe(1);
    expect(received).toBe(2_560_000);
  });

  test.each(['POST /', 'POST /unread', 'GET /'])(
    'a chunked body of more and smaller chunks closes the connection: %s',
    async (first) => {
      const { line, isOpen } = openLine(listener);
      line.write(chunked(first));
      while (isOpen()) {
        line.write(chunksOf(1, 5_000));
        await new Promise((later) => setTimeout(later, 20));
        expect(line.bytesWritten).toBeLessThan(300_000);
      }
      expect(received).toBeLessThan(110);
    },
  );
});
