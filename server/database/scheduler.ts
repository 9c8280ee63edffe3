// Decides whose statement runs next on the connections for rows. No I/O and no timers: the clock is passed in, connections are only counted.
import { StatementTime } from './statement-time.ts';

/**
 * Who a statement runs for. `user`: an account with a role, each with a budget of its own. `guest`: everybody else, who share one budget and a few connections,
 * divided by address. `service`: the service key. `server`: the row API's own reads.
 */
export type Caller =
  | { kind: 'user'; id: string }
  | { kind: 'guest'; address: string }
  | { kind: 'service' }
  | { kind: 'server' };

export type SchedulerLimits = {
  connections: number;
  /** Statement time that one caller may use within ten seconds. */
  budgetMs: number;
  longestWaitMs: number;
  waitingPerCaller: number;
  waitingPerAddress: number;
  waitingInAll: number;
};

/**
 * Why a request gets no connection: its caller has used up its statement time (`budget`), has too many requests waiting (`queue`), or no
 * connection was free in time: because of the caller's own statements (`own wait`) or of everybody's (`wait`, `crowd`).
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

  /** Whether the server as a whole is too busy, not this caller. */
  get isOfAll(): boolean {
    return this.reason === 'wait' || this.reason === 'crowd';
  }
}

/** `start` is called once the request may use a connection, `drop` instead where it waited in vain. Neither is called after `leave`. */
export type Entrant = { start: () => void; drop: (reason: Overloaded) => void };

/** A place in the queue, then a connection. `leave` gives up the one or returns the other; again it does nothing. */
export type Place = { leave(): void };

export type ClassLoad = { running: number; waiting: number; statementSeconds: number; rejected: number };

type Entry = Entrant & { party: Party; address: string; enteredAt: number; startedAt?: number };

type Party = {
  kind: Caller['kind'];
  /** By address for guests, who take turns; one queue for everybody else. */
  queues: Map<string, Entry[]>;
  waiting: number;
  running: Set<Entry>;
  /** Of statements that have ended. */
  used: StatementTime;
};

export class Scheduler {
  private readonly limits: SchedulerLimits;
  private readonly now: () => number;
  private readonly parties = new Map<string, Party>();
  /** Those with requests that wait, in the order in which they began to. */
  private readonly queued = new Set<Party>();
  private readonly classes: Record<Caller['kind'], ClassLoad>;
  /** Of all connections, those that only a caller who runs nothing is given. */
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

  /** Asks for a connection; `start` may be called before this returns. Throws Overloaded where the request may not even wait. */
  enter(caller: Caller, entrant: Entrant): Place {
    const party = this.partyOf(caller);
    const address = caller.kind === 'guest' ? caller.address : '';
    const entry: Entry = { ...entrant, party, address, enteredAt: this.now() };
    this.requireBudget(party);
    if (this.waiting === 0 && this.hasConnectionFor(party)) {
      this.start(entry);
    } else {
      this.requireRoom(entry);
      this.enqueue(entry);
      this.startNext();
    }
    return { leave: () => this.leave(entry) };
  }

  /** Drops what has waited too long. To be called several times a second. */
  expire(): void {
    const latest = this.now() - this.limits.longestWaitMs;
    for (const party of [...this.queued]) {
      for (const queue of [...party.queues.values()]) {
        while (queue[0] && queue[0].enteredAt <= latest) this.drop(queue[0], this.reasonToWait(party));
      }
    }
    this.startNext(); // statement time that has left the window lets others start
  }

  /** How many callers are remembered. */
  get callers(): number {
    return this.parties.size;
  }

  /** What runs and waits now; statement time and rejections since the start. */
  load(): Record<Caller['kind'], ClassLoad> {
    return structuredClone(this.classes);
  }

  private partyOf(caller: Caller): Party {
    this.sweep();
    const key = caller.kind === 'user' ? caller.id : caller.kind;
    const known = this.parties.get(key);
    if (known) return known;
    const used = new StatementTime();
    const party: Party = { kind: caller.kind, queues: new Map(), waiting: 0, running: new Set(), used };
    this.parties.set(key, party);
    return party;
  }

  /** Forgets callers that did nothing for a whole window; once a second at most. */
  private sweep(): void {
    if (this.now() - this.sweptAt < 1_000) return;
    this.sweptAt = this.now();
    for (const [key, party] of this.parties) {
      if (party.waiting + party.running.size === 0 && this.usedBy(party) === 0) this.parties.delete(key);
    }
  }

  private requireBudget(party: Party): void {
    if (this.isOverBudget(party)) this.reject(party, new Overloaded('budget', this.secondsUntilBudget(party)));
  }

  /** Where all places are taken, the caller with the most of them loses the newest one; among guests, the address with the most. */
  private requireRoom({ party, address }: Entry): void {
    const { waitingPerCaller, waitingPerAddress, waitingInAll } = this.limits;
    if (party.kind === 'guest') {
      const ofAddress = party.queues.get(address)?.length ?? 0;
      if (ofAddress >= waitingPerAddress) this.reject(party, new Overloaded('queue'));
      if (party.waiting >= waitingPerCaller) this.takePlaceOfAddress(party, ofAddress);
    } else if (party.waiting >= waitingPerCaller) {
      this.reject(party, new Overloaded('queue'));
    }
    if (this.waiting < waitingInAll) return;
    const longest = this.longestQueue();
    if (!longest || longest.waiting <= party.waiting + 1) this.reject(party, new Overloaded('crowd'));
    const newest = longestAddress(longest).at(-1);
    if (newest) this.drop(newest, 'crowd');
  }

  /** For an address that has so many requests waiting. */
  private takePlaceOfAddress(party: Party, ofAddress: number): void {
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
        party.queues.delete(address); // the next address of this party has its turn
        party.queues.set(address, queue);
      }
      this.start(entry);
    }
  }

  private start(entry: Entry): void {
    this.free -= 1;
    entry.startedAt = this.now();
    entry.party.running.add(entry);
    this.classes[entry.party.kind].running += 1;
    entry.start();
  }

  /** The first request of the caller who used the least, among those who may start one. */
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
    if (kind === 'guest' && running.size >= this.guestConnections) return false;
    return running.size === 0 || this.free > this.reserve;
  }

  private leave(entry: Entry): void {
    const { party } = entry;
    if (party.running.delete(entry)) {
      this.free += 1;
      this.classes[party.kind].running -= 1;
      const [from, to] = [entry.startedAt ?? 0, this.now()];
      party.used.add(from, to);
      this.classes[party.kind].statementSeconds += (to - from) / 1_000;
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
    return isOne(party) && party.running.size > 0 ? 'own wait' : 'wait';
  }

  /** Guests are held to their few connections instead: one of them could use up a budget for all. */
  private isOverBudget(party: Party): boolean {
    return isOne(party) && this.usedBy(party) >= this.limits.budgetMs;
  }

  /** Milliseconds within the last ten seconds; what runs counts as far as it has come. */
  private usedBy({ used, running }: Party): number {
    const now = this.now();
    let sum = used.within(now);
    for (const { startedAt = now } of running) sum += now - startedAt;
    return sum;
  }

  private secondsUntilBudget({ used }: Party): number {
    return used.secondsUntilBelow(this.limits.budgetMs, this.now());
  }
}

/** The requests of the address that has the most of them waiting. */
function longestAddress({ queues }: Party): Entry[] {
  let longest: Entry[] = [];
  for (const queue of queues.values()) if (queue.length > longest.length) longest = queue;
  return longest;
}

/** Whether what a party has running is its own doing: guests are many, and the server asks for everybody. */
const isOne = ({ kind }: Party) => kind === 'user' || kind === 'service';
