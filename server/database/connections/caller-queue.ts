// The requests of one caller: those that wait, the number that run, and their statement time.
import { StatementTime } from './statement-time.ts';

export class CallerQueue<Kind extends string, Queued extends { address: string; enteredAt: number }> {
  readonly kind: Kind;
  waiting = 0;
  running = 0;
  /** Waiting requests: guests have a list per address and take turns, all others share one list. */
  private readonly lists = new Map<string, Queued[]>();
  /** The sum of the running statements' start times. A set of requests would link each to the next one, and defeat generational garbage collection. */
  private startTimes = 0;
  /** The time of finished statements. */
  readonly used = new StatementTime();

  constructor(kind: Kind) {
    this.kind = kind;
  }

  add(request: Queued): void {
    const list = this.lists.get(request.address);
    if (list) list.push(request);
    else this.lists.set(request.address, [request]);
    this.waiting += 1;
  }

  /** Returns false if the request does not wait. */
  remove(request: Queued): boolean {
    const list = this.lists.get(request.address) ?? [];
    const index = list.indexOf(request);
    if (index < 0) return false;
    list.splice(index, 1);
    if (list.length === 0) this.lists.delete(request.address);
    this.waiting -= 1;
    return true;
  }

  /** Removes and returns the next request. The next address then takes its turn. */
  take(): Queued | undefined {
    const [list] = this.lists.values();
    const next = list?.[0];
    if (!list || !next) return undefined;
    this.remove(next);
    if (list.length > 0) {
      this.lists.delete(next.address);
      this.lists.set(next.address, list);
    }
    return next;
  }

  waitingFrom(address: string): number {
    return this.lists.get(address)?.length ?? 0;
  }

  /** The waiting requests of the address that has the most. */
  longest(): Queued[] {
    let longest: Queued[] = [];
    for (const list of this.lists.values()) if (list.length > longest.length) longest = list;
    return longest;
  }

  /** The waiting requests that entered at this time or before. */
  enteredBefore(time: number): Queued[] {
    return [...this.lists.values()].flatMap((list) => list.filter(({ enteredAt }) => enteredAt <= time));
  }

  start(now: number): void {
    this.running += 1;
    this.startTimes += now;
  }

  finish(startedAt: number, now: number): void {
    this.running -= 1;
    this.startTimes = this.running === 0 ? 0 : this.startTimes - startedAt; // no rounding errors remain
    this.used.add(startedAt, now);
  }

  /** Milliseconds within the last ten seconds, including running statements. */
  usedUntil(now: number): number {
    return this.used.within(now) + this.running * now - this.startTimes;
  }
}
