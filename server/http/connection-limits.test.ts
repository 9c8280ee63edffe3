import { EventEmitter, once } from 'node:events';
import { connect, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connectionLimits } from '../limits.ts';
import { connectionsPerAddress, limitConnections } from './connection-limits.ts';
import { listen } from './listener.ts';

/** Connects from each address in turn, and returns the numbers of the connections that stay open. */
function open(limits: { connections: number; perAddress: number }, addresses: string[]): number[] {
  const server = new EventEmitter();
  limitConnections(server as Server, { ...connectionLimits, ...limits });
  const sockets = addresses.map((remoteAddress) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, isOpen: true, destroy: () => {} });
    socket.destroy = () => {
      socket.isOpen = false;
      socket.emit('close');
    };
    server.emit('connection', socket);
    return socket;
  });
  return sockets.flatMap(({ isOpen }, index) => (isOpen ? [index] : []));
}

test.each<[string, { connections: number; perAddress: number }, string[], number[]]>([
  [
    'the next one of an address is closed',
    { connections: 9, perAddress: 2 },
    ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'],
    [0, 1, 3],
  ],
  [
    'an IPv6 network of 64 bits is one address',
    { connections: 9, perAddress: 2 },
    ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:5::3', '2001:db8:0:1::1'],
    [0, 1, 3],
  ],
  [
    'an IPv4 address has two notations',
    { connections: 9, perAddress: 1 },
    ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:192.0.2.2'],
    [0, 2],
  ],
  [
    'at the limit of all the newest of the largest is closed',
    { connections: 4, perAddress: 4 },
    ['192.0.2.1', '192.0.2.2', '192.0.2.2', '192.0.2.2', '192.0.2.3', '192.0.2.4'],
    [0, 1, 4, 5],
  ],
  [
    'between addresses with one connection each, the older stay open',
    { connections: 2, perAddress: 2 },
    ['192.0.2.1', '192.0.2.2', '192.0.2.3'],
    [0, 1],
  ],
])('%s', (_, limits, addresses, staying) => {
  expect(open(limits, addresses)).toEqual(staying);
});

test.runIf(process.platform === 'linux')(
  'a newcomer is served while one address keeps half-sent requests',
  async () => {
    const listener = await listen('127.0.0.1', 0, { ...connectionLimits, connections: 50, perAddress: 100 });
    listener.open(() => new Response('done'));
    const attackers = Array.from({ length: 80 }, () =>
      connect({ port: listener.port, host: '127.0.0.1', localAddress: '127.0.0.9' }),
    );
    onTestFinished(async () => {
      for (const attacker of attackers) attacker.destroy();
      await listener.close(0);
    });
    for (const attacker of attackers) attacker.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    await Promise.all(attackers.map((attacker) => once(attacker, 'connect')));
    for (let count = 0; count < 20; count += 1) expect(await (await fetch(listener.url)).text()).toBe('done');
  },
);

test.each([
  [undefined, 0, connectionLimits.perAddress],
  [undefined, 1, Number.POSITIVE_INFINITY],
  [50, 0, 50],
  [50, 1, 50],
])('with CONNECTIONS_PER_ADDRESS %s and TRUST_PROXY %i an address has at most %d connections', (set, proxies, most) => {
  expect(connectionsPerAddress({ CONNECTIONS_PER_ADDRESS: set, TRUST_PROXY: proxies })).toBe(most);
});
