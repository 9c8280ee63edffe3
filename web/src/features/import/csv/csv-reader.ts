import { texts } from '../texts.ts';
import type { CsvWorker, WorkerCall, WorkerMessage } from './csv-worker.ts';

type WorkerMethod = keyof CsvWorker;
type WorkerResult<Name extends WorkerMethod> = Awaited<ReturnType<CsvWorker[Name]>>;

/** Reads a CSV file in a worker, so that large files don't block the page. */
export class CsvReader {
  private readonly worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module', name: 'csv' });
  private readonly pending = new Map<number, Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>>();
  private lastId = 0;

  /** `onBytes` receives how much of a file has been read while it is opened. */
  constructor(onBytes: (bytesRead: number) => void) {
    this.worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      if ('bytesRead' in data) onBytes(data.bytesRead);
      else this.settle(data);
    });
    this.worker.addEventListener('error', ({ message }) =>
      this.rejectAll(new Error(message || texts.problems.unreadable)),
    );
  }

  call<Name extends WorkerMethod>(method: Name, ...args: Parameters<CsvWorker[Name]>): Promise<WorkerResult<Name>> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.worker.postMessage({ id, method, args } satisfies WorkerCall);
    });
  }

  close() {
    this.worker.terminate();
    this.rejectAll(new DOMException('The file was closed', 'AbortError'));
  }

  private settle(message: Exclude<WorkerMessage, { bytesRead: number }>) {
    const call = this.pending.get(message.id);
    this.pending.delete(message.id);
    if ('error' in message) call?.reject(new Error(message.error));
    else call?.resolve(message.result);
  }

  private rejectAll(error: Error) {
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }
}
