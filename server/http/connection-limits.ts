// Limits the open connections of one address and of all, so that one address cannot take them all.
import type { Server, Socket } from 'node:net';
import type { Config } from '../config.ts';
import { type ConnectionLimits, connectionLimits } from '../limits.ts';
import { addressOf, networkOf } from './client.ts';

/** The most connections of one address. Behind a proxy all come from its address. */
export const connectionsPerAddress = ({
  CONNECTIONS_PER_ADDRESS,
  TRUST_PROXY,
}: Pick<Config, 'CONNECTIONS_PER_ADDRESS' | 'TRUST_PROXY'>): number =>
  CONNECTIONS_PER_ADDRESS ?? (TRUST_PROXY > 0 ? Number.POSITIVE_INFINITY : connectionLimits.perAddress);

/** Closes a connection above the limit of its address. At the limit of all, closes the newest connection of the address that has the most. */
export function limitConnections(server: Server, { connections, perAddress }: ConnectionLimits): void {
  const holders = new Map<string, Set<Socket>>();
  let open = 0;

  const remove = (socket: Socket, network: string) => {
    const own = holders.get(network);
    if (!own?.delete(socket)) return;
    open -= 1;
    if (own.size === 0) holders.delete(network);
  };

  server.on('connection', (socket: Socket) => {
    const peer = addressOf({ peer: socket.remoteAddress, forwardedFor: undefined, trustedProxies: 0 });
    const network = networkOf({ address: peer });
    const own = holders.get(network) ?? new Set();
    holders.set(network, own.add(socket));
    open += 1;
    socket.once('close', () => remove(socket, network));
    if (own.size <= perAddress && open <= connections) return;
    const [name, largest] = own.size > perAddress ? [network, own] : largestOf(holders, network, own);
    const newest = [...largest].at(-1) as Socket;
    remove(newest, name); // 'close' comes later, after further connections
    newest.destroy();
  });
}

/** The first holder with the most connections, or this one if none has more. */
function largestOf(holders: Map<string, Set<Socket>>, network: string, own: Set<Socket>): [string, Set<Socket>] {
  let largest: [string, Set<Socket>] = [network, own];
  for (const holder of holders) if (holder[1].size > largest[1].size) largest = holder;
  return largest;
}
