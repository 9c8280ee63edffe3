// Decides whose statement runs next on the connections of a pool. Pure: the clock is passed in, connections are only counted.
import { CallerQueue } from './caller-queue.ts';

/**
 * Who a statement runs for. `user`: an account with a role; each has its own budget. `guest`: all others, who share a few connections by address.
 * `service`: the service key. `server`: the server's own queries. On the connections for accounts each client address is a `user`.
 */
export type Caller =
  | { kind: 'user'; id: string }
  | { kind: 'guest'; address: string }
  | { kind: 'service' }
  | { kind: 'server' };

export type SchedulerLimits = {
  connections: number;
  /** Statement time of one caller within ten seconds. */
  budgetMs: number;
  longestWaitMs: number;
  waitingPerCaller: number;
  waitingPerAddress: number;
  waitingInAll: number;
};

/**
 * Why a request gets no connection: its caller has used up its statement time (`budget`), has too many requests waiting (`queue`), or no
 * connection was free in time, because of the caller's own statements (`caller timeout`) or those of all callers (`timeout`, `full`).
 */
export type OverloadReason = 'budget' | 'queue' | 'caller timeout' | 'timeout' | 'full';

export class Overloaded extends Error {
  readonly reason: OverloadReason;
  readonly retryAfterSeconds: number;
  constructor(reason: OverloadReason, retryAfterSeconds = 1) {
    super(`No connection for this request: ${reason}`);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the server is overloaded, not only this caller. */
  get isOfAll(): boolean {
    return this.reason === 'timeout' || this.reason === 'full';
  }
}

/** `start` is called when the request may use a connection, `drop` if it has waited too long. Neither is called after `leave`. */
export type Waiting = { start: () => void; drop: (reason: Overloaded) => void };

/** A place in the queue, then a connection. `leave` releases it; further calls do nothing. */
export type QueuePosition = { leave(): void };

export type ClassLoad = { running: number; waiting: number; statementSeconds: number; rejected: number };

/** A caller may block the process for a thirtieth of its budget: a second in ten by default. */
const BLOCKING_WEIGHT = 30;

/** `startedAt` is set while its statement runs. */
type QueuedRequest = Waiting & { queue: Queue; address: string; enteredAt: number; startedAt: number | undefined };

type Queue = CallerQueue<Caller['kind'], QueuedRequest>;

export class Scheduler {
  private readonly limits: SchedulerLimits;
  private readonly now: () => number;
  private readonly queues = new Map<string, Queue>();
  /** Those with waiting requests, in the order of their first one. */
  private readonly queued = new Set<Queue>();
  private readonly classes: Record<Caller['kind'], ClassLoad>;
  /** Connections reserved for callers without a running statement: few, because most statements end within milliseconds. */
  private readonly reserve: number;
  private readonly guestConnections: number;
  private free: number;
  private waiting = 0;
  private sweptAt = 0;

  constructor(limits: SchedulerLimits, now: () => number) {
    this.limits = limits;
    this.now = now;
    this.free = limits.connections;
    this.reserve = Math.min(2, Math.floor(limits.connections / 4));
    this.guestConnections = Math.max(1, Math.floor(limits.connections / 6));
    const empty = (): ClassLoad => ({ running: 0, waiting: 0, statementSeconds: 0, rejected: 0 });
    this.classes = { user: empty(), guest: empty(), service: empty(), server: empty() };
  }

  /** Requests a connection; `start` may be called before this returns. Throws Overloaded if the request may not wait. */
  enter(caller: Caller, waiting: Waiting): QueuePosition {
    const queue = this.openQueue(caller);
    const address = caller.kind === 'guest' ? caller.address : '';
    const entry: QueuedRequest = { ...waiting, queue, address, enteredAt: this.now(), startedAt: undefined };
    this.requireBudget(queue);
    if (this.waiting === 0 && this.hasConnectionFor(queue)) {
      this.start(entry);
    } else {
      this.requirePlace(entry);
      queue.add(entry);
      this.countWaiting(queue, 1);
      this.startNext();
    }
    return { leave: () => this.leave(entry) };
  }

  /** Runs work that blocks the process, and so all callers, and counts it many times as statement time. Throws Overloaded above the budget. */
  charge<T>(caller: Caller, work: () => T): T {
    const queue = this.openQueue(caller);
    this.requireBudget(queue);
    const start = this.now();
    try {
      return work();
    } finally {
      queue.used.add(start, this.now(), BLOCKING_WEIGHT);
    }
  }

  /** Starts requests of callers that are below their budget again, and drops those that have waited too long. Call it several times a second. */
  expire(): void {
    this.startNext();
    const latest = this.now() - this.limits.longestWaitMs;
    for (const queue of [...this.queued]) {
      for (const entry of queue.enteredBefore(latest)) this.drop(entry, this.reasonToWait(queue));
    }
  }

  /** The number of callers in memory. */
  get callers(): number {
    return this.queues.size;
  }

  /** Running and waiting requests; statement time and rejections since the start. */
  load(): Record<Caller['kind'], ClassLoad> {
    return structuredClone(this.classes);
  }

  private openQueue(caller: Caller): Queue {
    this.sweep();
    const key = caller.kind === 'user' ? caller.id : caller.kind;
    const known = this.queues.get(key);
    if (known) return known;
    const queue: Queue = new CallerQueue(caller.kind);
    this.queues.set(key, queue);
    return queue;
  }

  /** Removes callers that were idle for a whole window; at most once a second. */
  private sweep(): void {
    const now = this.now();
    if (now - this.sweptAt < 1_000) return;
    this.sweptAt = now;
    for (const [key, queue] of this.queues) {
      if (queue.waiting + queue.running === 0 && queue.usedUntil(now) === 0) this.queues.delete(key);
    }
  }

  private requireBudget(queue: Queue): void {
    if (this.isOverBudget(queue)) this.reject(queue, new Overloaded('budget', this.secondsUntilBudget(queue)));
  }

  /** In a full queue, the newest request of the caller (among guests: the address) with the most requests is dropped. */
  private requirePlace({ queue, address }: QueuedRequest): void {
    const { waitingPerCaller, waitingPerAddress, waitingInAll } = this.limits;
    if (queue.kind === 'guest') {
      const ofAddress = queue.waitingFrom(address);
      if (ofAddress >= waitingPerAddress) this.reject(queue, new Overloaded('queue'));
      if (queue.waiting >= waitingPerCaller) this.dropFromLongestAddress(queue, ofAddress);
    } else if (queue.waiting >= waitingPerCaller) {
      this.reject(queue, new Overloaded('queue'));
    }
    if (this.waiting < waitingInAll) return;
    const longest = this.longestQueue();
    if (!longest || longest.waiting <= queue.waiting + 1) this.reject(queue, new Overloaded('full'));
    const newest = longest.longest().at(-1);
    if (newest) this.drop(newest, 'full');
  }

  /** `ofAddress` is the number of waiting requests of the new one's address. */
  private dropFromLongestAddress(queue: Queue, ofAddress: number): void {
    const longest = queue.longest();
    const newest = longest.at(-1);
    if (!newest || longest.length <= ofAddress + 1) this.reject(queue, new Overloaded('full'));
    this.drop(newest, 'queue');
  }

  private reject({ kind }: Queue, overloaded: Overloaded): never {
    this.classes[kind].rejected += 1;
    throw overloaded;
  }

  private longestQueue(): Queue | undefined {
    let longest: Queue | undefined;
    for (const queue of this.queued) if (queue.waiting > (longest?.waiting ?? 0)) longest = queue;
    return longest;
  }

  private countWaiting(queue: Queue, change: 1 | -1): void {
    this.waiting += change;
    this.classes[queue.kind].waiting += change;
    if (queue.waiting > 0) this.queued.add(queue);
    else this.queued.delete(queue);
  }

  private startNext(): void {
    while (this.waiting > 0 && this.free > 0) {
      const queue = this.nextQueue();
      const entry = queue?.take();
      if (!queue || !entry) return;
      this.countWaiting(queue, -1);
      this.start(entry);
    }
  }

  private start(entry: QueuedRequest): void {
    const { queue } = entry;
    const now = this.now();
    entry.startedAt = now;
    queue.start(now);
    this.free -= 1;
    this.classes[queue.kind].running += 1;
    entry.start();
  }

  /** The caller with the least statement time, among those who may start a request. */
  private nextQueue(): Queue | undefined {
    const now = this.now();
    let least = Number.POSITIVE_INFINITY;
    let chosen: Queue | undefined;
    for (const queue of this.queued) {
      if (!this.hasConnectionFor(queue)) continue;
      const used = queue.usedUntil(now);
      if (used >= least || (hasBudget(queue) && used >= this.limits.budgetMs)) continue;
      least = used;
      chosen = queue;
    }
    return chosen;
  }

  private hasConnectionFor({ kind, running }: Queue): boolean {
    if (this.free === 0) return false;
    if (kind === 'guest' && running >= this.guestConnections) return false;
    return running === 0 || this.free > this.reserve;
  }

  private leave(entry: QueuedRequest): void {
    const { queue, startedAt } = entry;
    if (startedAt !== undefined) {
      entry.startedAt = undefined;
      const now = this.now();
      queue.finish(startedAt, now);
      this.free += 1;
      this.classes[queue.kind].running -= 1;
      this.classes[queue.kind].statementSeconds += (now - startedAt) / 1_000;
      this.startNext();
    } else if (queue.remove(entry)) {
      this.countWaiting(queue, -1);
    }
  }

  private drop(entry: QueuedRequest, reason: OverloadReason): void {
    const { queue } = entry;
    queue.remove(entry);
    this.countWaiting(queue, -1);
    this.classes[queue.kind].rejected += 1;
    entry.drop(new Overloaded(reason, reason === 'budget' ? this.secondsUntilBudget(queue) : 1));
  }

  private reasonToWait(queue: Queue): OverloadReason {
    if (this.isOverBudget(queue)) return 'budget';
    return hasBudget(queue) && queue.running > 0 ? 'caller timeout' : 'timeout';
  }

  private isOverBudget(queue: Queue): boolean {
    return hasBudget(queue) && queue.usedUntil(this.now()) >= this.limits.budgetMs;
  }

  private secondsUntilBudget(queue: Queue): number {
    return queue.used.secondsUntilBelow(this.limits.budgetMs, this.now());
  }
}

/** Whether a caller has a budget. Guests have few connections instead, because one of them could use up a common budget. */
const hasBudget = ({ kind }: Queue) => kind === 'user' || kind === 'service';
