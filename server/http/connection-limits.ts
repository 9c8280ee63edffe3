// Limits the open connections of one address and of all, so that one address cannot take them all, and what one connection makes of the parser.
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import type { Config } from '../config.ts';
import { type ConnectionLimits, connectionLimits } from '../limits.ts';
import { clientNetwork, readClientAddress } from './client.ts';

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
    const peer = readClientAddress({ peer: socket.remoteAddress, forwardedFor: undefined, trustedProxies: 0 });
    const network = clientNetwork({ address: peer });
    const own = holders.get(network) ?? new Set();
    holders.set(network, own.add(socket));
    open += 1;
    socket.once('close', () => remove(socket, network));
    if (own.size <= perAddress && open <= connections) return;
    const [name, largest] = own.size > perAddress ? [network, own] : largestHolder(holders, network, own);
    const newest = [...largest].at(-1) as Socket;
    remove(newest, name); // 'close' comes later, after further connections
    newest.destroy();
  });
}

/** The first holder with the most connections, or this one if none has more. */
function largestHolder(holders: Map<string, Set<Socket>>, network: string, own: Set<Socket>): [string, Set<Socket>] {
  let largest: [string, Set<Socket>] = [network, own];
  for (const holder of holders) if (holder[1].size > largest[1].size) largest = holder;
  return largest;
}

/** Thrown within the parser, which has no other way to stop it. The connection is then closed. */
class Excess extends Error {}

type Pipeline = { pending: number; last: ServerResponse | undefined; isHeld: boolean };

/** A response, and the end of the previous one of its connection. */
export type Pipelined = ServerResponse & { turn: Promise<void> | undefined };

/**
 * Limits what Node's HTTP parser makes of one connection: it parses all that has arrived, up to 64 KiB, before any request of it is handled. Returns the
 * classes of messages for an HTTP server, and a function to call with each of its connections.
 */
export function limitParsing({ pipelined, pipelinedTogether, chunks, meanChunk }: ConnectionLimits) {
  const pipelines = new WeakMap<Socket, Pipeline>();
  let waiting = 0;

  class CountedMessage extends IncomingMessage {
    private pushed = 0;
    private bytes = 0;

    /** The parser passes on each chunk of a chunked body by itself. */
    override push(chunk: Uint8Array | null): boolean {
      if (chunk) this.pushed += 1;
      this.bytes += chunk?.byteLength ?? 0;
      if (this.bytes < (this.pushed - chunks) * meanChunk) throw new Excess('too many chunks');
      return super.push(chunk);
    }
  }

  class PipelinedResponse extends ServerResponse {
    readonly turn: Promise<void> | undefined;

    constructor(...parameters: ConstructorParameters<typeof ServerResponse>) {
      super(...parameters);
      const [request] = parameters;
      const { socket } = request;
      const pipeline = pipelines.get(socket) as Pipeline;
      if (pipeline.pending >= 2 * pipelined) throw new Excess('too many requests');
      if (pipeline.pending > 0 && waiting >= pipelinedTogether) throw new Excess('too many requests in all');
      if (pipeline.pending > 0) waiting += 1;
      pipeline.pending += 1;
      const { last } = pipeline;
      this.turn = last && new Promise((resolve) => last.once('close', resolve));
      pipeline.last = this;
      this.once('close', () => {
        if (pipeline.pending > 1) waiting -= 1;
        pipeline.pending = Math.max(0, pipeline.pending - 1);
        if (pipeline.pending === 0) pipeline.last = undefined;
        if (pipeline.isHeld && pipeline.pending < pipelined) setImmediate(() => socket.resume()); // other connections first
      });
      if ('transfer-encoding' in request.headers) this.once('finish', () => request.resume()); // Node would discard the rest without counting its chunks
    }
  }

  function attach(socket: Socket): void {
    const pipeline: Pipeline = { pending: 0, last: undefined, isHeld: false };
    pipelines.set(socket, pipeline);
    const parse = socket.listeners('data')[0] as (bytes: Uint8Array) => void;
    socket.removeListener('data', parse);
    socket.on('data', (bytes) => {
      try {
        parse.call(socket, bytes);
      } catch (error) {
        socket.destroy(error as Error);
      }
      pipeline.isHeld = pipeline.pending >= pipelined && !socket.isPaused(); // Node pauses it, and resumes it, where responses are not read
      if (pipeline.isHeld) socket.pause();
    });
    socket.once('close', () => {
      waiting -= Math.max(0, pipeline.pending - 1);
      pipeline.pending = 0; // responses that were never begun do not close
    });
  }

  return { IncomingMessage: CountedMessage, ServerResponse: PipelinedResponse as typeof ServerResponse, attach };
}
