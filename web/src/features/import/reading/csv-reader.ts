import type { Exchanges, Question, Reply, Topic } from './messages.ts';

type Waiting = {
  resolve: (answer: Exchanges[Topic]['answer']) => void;
  reject: (failure: Error) => void;
  onBytes: ((read: number) => void) | undefined;
};

/** Reads a CSV file in a worker, so that the page stays quick however large the file is. */
export class CsvReader {
  private readonly worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module', name: 'csv' });
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor() {
    this.worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.settle(data));
    this.worker.addEventListener('error', ({ message }) =>
      this.fail(new Error(message || 'The file could not be read')),
    );
  }

  open(ask: Exchanges['open']['ask'], onBytes: (read: number) => void) {
    return this.ask('open', ask, onBytes);
  }

  follow(sent: Exchanges['follow']['ask']) {
    return this.ask('follow', sent);
  }

  seek(row: number) {
    return this.ask('seek', { row });
  }

  next() {
    return this.ask('next', null);
  }

  send(ask: Exchanges['send']['ask']) {
    return this.ask('send', ask);
  }

  errorsFile(errors: Exchanges['errorsFile']['ask']['errors']) {
    return this.ask('errorsFile', { errors });
  }

  close() {
    this.worker.terminate();
    this.fail(new DOMException('The file was closed', 'AbortError'));
  }

  private ask<Key extends Topic>(topic: Key, ask: Exchanges[Key]['ask'], onBytes?: (read: number) => void) {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise<Exchanges[Key]['answer']>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, onBytes });
      this.worker.postMessage({ id, topic, ask } as Question);
    });
  }

  private settle(reply: Reply) {
    const waiting = this.waiting.get(reply.id);
    if (reply.kind === 'bytes') return waiting?.onBytes?.(reply.read);
    this.waiting.delete(reply.id);
    if (reply.kind === 'answer') waiting?.resolve(reply.answer);
    else waiting?.reject(new Error(reply.message));
  }

  private fail(failure: Error) {
    for (const { reject } of this.waiting.values()) reject(failure);
    this.waiting.clear();
  }
}
