// Limits what Node's HTTP parser makes of one connection. It parses all that has arrived, up to 64 KiB, before any request of it is handled.
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from '../limits.ts';

/** Thrown within the parser, which has no other way to stop it. The connection is then closed. */
class Excess extends Error {}

type Pipeline = { pending: number; last: ServerResponse | undefined; isHeld: boolean };

/** A response, and the end of the previous one of its connection. */
export type Pipelined = ServerResponse & { turn: Promise<void> | undefined };

/** Returns the classes of messages for an HTTP server, and a function to call with each of its connections. */
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
