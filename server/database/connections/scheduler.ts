// Decides whose statement runs next on the connections of a pool. Pure: the clock is passed in, connections are only counted.
import { StatementTime } from './statement-time.ts';

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
 * connection was free in time, because of the caller's own statements (`own wait`) or those of all callers (`wait`, `crowd`).
 */
export type Reason = 'budget' | 'queue' | 'own wait' | 'wait' | 'crowd';

export class Overloaded extends Error {
  readonly reason: Reason;
  readonly retryAfterSeconds: number;
  constructor(reason: Reason, retryAfterSeconds = 1) {
    super(`No connection for this request: ${reason}`);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the server is overloaded, not only this caller. */
  get isOfAll(): boolean {
    return this.reason === 'wait' || this.reason === 'crowd';
  }
}

/** `start` is called when the request may use a connection, `drop` if it has waited too long. Neither is called after `leave`. */
export type Entrant = { start: () => void; drop: (reason: Overloaded) => void };

/** A place in the queue, then a connection. `leave` releases it; further calls do nothing. */
export type Place = { leave(): void };

export type ClassLoad = { running: number; waiting: number; statementSeconds: number; rejected: number };

/** A caller may block the process for a thirtieth of its budget: a second in ten by default. */
const BLOCKING_WEIGHT = 30;

/** `startedAt` is set while its statement runs. */
type Entry = Entrant & { party: Party; address: string; enteredAt: number; startedAt: number | undefined };

type Party = {
  kind: Caller['kind'];
  /** By address for guests, who take turns; one queue for all others. */
  queues: Map<string, Entry[]>;
  waiting: number;
  running: number;
  /** The sum of `startedAt` of running statements. A set of them would link every request to the next one, and defeat generational garbage collection. */
  startTimes: number;
  /** Time of finished statements. */
  used: StatementTime;
};

export class Scheduler {
  private readonly limits: SchedulerLimits;
  private readonly now: () => number;
  private readonly parties = new Map<string, Party>();
  /** Parties with waiting requests, in the order of their first one. */
  private readonly queued = new Set<Party>();
  private readonly classes: Record<Caller['kind'], ClassLoad>;
  /** Connections reserved for callers without a running statement. */
  private readonly reserve: number;
  private readonly guestConnections: number;
  private free: number;
  private waiting = 0;
  private sweptAt = 0;

  constructor(limits: SchedulerLimits, now: () => number) {
    this.limits = limits;
    this.now = now;
    this.free = limits.connections;
    this.reserve = Math.floor(limits.connections / 4);
    this.guestConnections = Math.max(1, Math.floor(limits.connections / 6));
    const empty = (): ClassLoad => ({ running: 0, waiting: 0, statementSeconds: 0, rejected: 0 });
    this.classes = { user: empty(), guest: empty(), service: empty(), server: empty() };
  }

  /** Requests a connection; `start` may be called before this returns. Throws Overloaded if the request may not wait. */
  enter(caller: Caller, entrant: Entrant): Place {
    const party = this.partyOf(caller);
    const address = caller.kind === 'guest' ? caller.address : '';
    const entry: Entry = { ...entrant, party, address, enteredAt: this.now(), startedAt: undefined };
    this.requireBudget(party);
    if (this.waiting === 0 && this.hasConnectionFor(party)) {
      this.start(entry);
    } else {
      this.requirePlace(entry);
      this.enqueue(entry);
      this.startNext();
    }
    return { leave: () => this.leave(entry) };
  }

  /** Runs work that blocks the process, and so all callers, and counts it many times as statement time. Throws Overloaded above the budget. */
  charge<T>(caller: Caller, work: () => T): T {
    const party = this.partyOf(caller);
    this.requireBudget(party);
    const start = this.now();
    try {
      return work();
    } finally {
      party.used.add(start, this.now(), BLOCKING_WEIGHT);
    }
  }

  /** Drops requests that have waited too long. Call it several times a second. */
  expire(): void {
    const latest = this.now() - this.limits.longestWaitMs;
    for (const party of [...this.queued]) {
      for (const queue of [...party.queues.values()]) {
        while (queue[0] && queue[0].enteredAt <= latest) this.drop(queue[0], this.reasonToWait(party));
      }
    }
    this.startNext(); // callers may be below their budget again
  }

  /** The number of callers in memory. */
  get callers(): number {
    return this.parties.size;
  }

  /** Running and waiting requests; statement time and rejections since the start. */
  load(): Record<Caller['kind'], ClassLoad> {
    return structuredClone(this.classes);
  }

  private partyOf(caller: Caller): Party {
    this.sweep();
    const key = caller.kind === 'user' ? caller.id : caller.kind;
    const known = this.parties.get(key);
    if (known) return known;
    const used = new StatementTime();
    const party: Party = { kind: caller.kind, queues: new Map(), waiting: 0, running: 0, startTimes: 0, used };
    this.parties.set(key, party);
    return party;
  }

  /** Removes callers that were idle for a whole window; at most once a second. */
  private sweep(): void {
    if (this.now() - this.sweptAt < 1_000) return;
    this.sweptAt = this.now();
    for (const [key, party] of this.parties) {
      if (party.waiting + party.running === 0 && this.usedBy(party) === 0) this.parties.delete(key);
    }
  }

  private requireBudget(party: Party): void {
    if (this.isOverBudget(party)) this.reject(party, new Overloaded('budget', this.secondsUntilBudget(party)));
  }

  /** In a full queue, the newest request of the caller (among guests: the address) with the most requests is dropped. */
  private requirePlace({ party, address }: Entry): void {
    const { waitingPerCaller, waitingPerAddress, waitingInAll } = this.limits;
    if (party.kind === 'guest') {
      const ofAddress = party.queues.get(address)?.length ?? 0;
      if (ofAddress >= waitingPerAddress) this.reject(party, new Overloaded('queue'));
      if (party.waiting >= waitingPerCaller) this.dropFromLongestAddress(party, ofAddress);
    } else if (party.waiting >= waitingPerCaller) {
      this.reject(party, new Overloaded('queue'));
    }
    if (this.waiting < waitingInAll) return;
    const longest = this.longestQueue();
    if (!longest || longest.waiting <= party.waiting + 1) this.reject(party, new Overloaded('crowd'));
    const newest = longestAddress(longest).at(-1);
    if (newest) this.drop(newest, 'crowd');
  }

  /** `ofAddress` is the number of waiting requests of the new one's address. */
  private dropFromLongestAddress(party: Party, ofAddress: number): void {
    const longest = longestAddress(party);
    const newest = longest.at(-1);
    if (!newest || longest.length <= ofAddress + 1) this.reject(party, new Overloaded('crowd'));
    this.drop(newest, 'queue');
  }

  private reject(party: Party, overloaded: Overloaded): never {
    this.classes[party.kind].rejected += 1;
    throw overloaded;
  }

  private longestQueue(): Party | undefined {
    let longest: Party | undefined;
    for (const party of this.queued) if (party.waiting > (longest?.waiting ?? 0)) longest = party;
    return longest;
  }

  private enqueue(entry: Entry): void {
    const { party, address } = entry;
    const queue = party.queues.get(address);
    if (queue) queue.push(entry);
    else party.queues.set(address, [entry]);
    this.countWaiting(party, 1);
  }

  private dequeue(entry: Entry): void {
    const { party, address } = entry;
    const queue = party.queues.get(address) ?? [];
    queue.splice(queue.indexOf(entry), 1);
    if (queue.length === 0) party.queues.delete(address);
    this.countWaiting(party, -1);
  }

  private countWaiting(party: Party, change: 1 | -1): void {
    this.waiting += change;
    party.waiting += change;
    this.classes[party.kind].waiting += change;
    if (party.waiting > 0) this.queued.add(party);
    else this.queued.delete(party);
  }

  private startNext(): void {
    while (this.waiting > 0 && this.free > 0) {
      const entry = this.nextEntry();
      if (!entry) return;
      const { party, address } = entry;
      const queue = party.queues.get(address);
      this.dequeue(entry);
      if (queue?.length) {
        party.queues.delete(address); // the next address takes its turn
        party.queues.set(address, queue);
      }
      this.start(entry);
    }
  }

  private start(entry: Entry): void {
    this.free -= 1;
    const now = this.now();
    entry.startedAt = now;
    entry.party.running += 1;
    entry.party.startTimes += now;
    this.classes[entry.party.kind].running += 1;
    entry.start();
  }

  /** The first request of the caller with the least statement time, among those who may start one. */
  private nextEntry(): Entry | undefined {
    let least = Number.POSITIVE_INFINITY;
    let chosen: Party | undefined;
    for (const party of this.queued) {
      if (!this.hasConnectionFor(party) || this.isOverBudget(party)) continue;
      const used = this.usedBy(party);
      if (used >= least) continue;
      least = used;
      chosen = party;
    }
    const [queue] = chosen?.queues.values() ?? [];
    return queue?.[0];
  }

  private hasConnectionFor({ kind, running }: Party): boolean {
    if (this.free === 0) return false;
    if (kind === 'guest' && running >= this.guestConnections) return false;
    return running === 0 || this.free > this.reserve;
  }

  private leave(entry: Entry): void {
    const { party, startedAt } = entry;
    if (startedAt !== undefined) {
      entry.startedAt = undefined;
      this.free += 1;
      party.running -= 1;
      party.startTimes = party.running === 0 ? 0 : party.startTimes - startedAt; // no rounding errors remain
      this.classes[party.kind].running -= 1;
      const now = this.now();
      party.used.add(startedAt, now);
      this.classes[party.kind].statementSeconds += (now - startedAt) / 1_000;
      this.startNext();
    } else if (party.queues.get(entry.address)?.includes(entry)) {
      this.dequeue(entry);
    }
  }

  private drop(entry: Entry, reason: Reason): void {
    this.dequeue(entry);
    this.classes[entry.party.kind].rejected += 1;
    const seconds = reason === 'budget' ? this.secondsUntilBudget(entry.party) : 1;
    entry.drop(new Overloaded(reason, seconds));
  }

  private reasonToWait(party: Party): Reason {
    if (this.isOverBudget(party)) return 'budget';
    return isSingle(party) && party.running > 0 ? 'own wait' : 'wait';
  }

  /** Guests have few connections instead: one of them could use up a common budget. */
  private isOverBudget(party: Party): boolean {
    return isSingle(party) && this.usedBy(party) >= this.limits.budgetMs;
  }

  /** Milliseconds within the last ten seconds, including running statements. */
  private usedBy({ used, running, startTimes }: Party): number {
    const now = this.now();
    return used.within(now) + running * now - startTimes;
  }

  private secondsUntilBudget({ used }: Party): number {
    return used.secondsUntilBelow(this.limits.budgetMs, this.now());
  }
}

/** The queue of the address with the most waiting requests. */
function longestAddress({ queues }: Party): Entry[] {
  let longest: Entry[] = [];
  for (const queue of queues.values()) if (queue.length > longest.length) longest = queue;
  return longest;
}

/** Whether a party is a single caller. */
const isSingle = ({ kind }: Party) => kind === 'user' || kind === 'service';
