import { beforeEach, describe, expect, test } from 'vitest';
import { type Caller, Overloaded, type QueuePosition, Scheduler, type SchedulerLimits } from './scheduler.ts';

const limits: SchedulerLimits = {
  connections: 12,
  budgetMs: 30_000,
  longestWaitMs: 10_000,
  waitingPerCaller: 20,
  waitingPerAddress: 5,
  waitingInAll: 60,
};

let clock: number;
let scheduler: Scheduler;
beforeEach(() => {
  clock = 1_000_000;
  scheduler = new Scheduler(limits, () => clock);
});

const user = (id: string): Caller => ({ kind: 'user', id });
const guest = (address: string): Caller => ({ kind: 'guest', address });

type Request = { state: string; position: QueuePosition };

/** Enters a request and records its state: waiting, running, or the reason for its rejection. */
function enter(caller: Caller): Request {
  const request: Request = { state: 'waiting', position: { leave: () => {} } };
  const position = scheduler.enter(caller, {
    start: () => {
      request.state = 'running';
    },
    drop: ({ reason }) => {
      request.state = reason;
    },
  });
  return Object.assign(request, { position });
}

const enterMany = (caller: Caller, count: number) => Array.from({ length: count }, () => enter(caller));
const statesOf = (requests: Request[]) => requests.map(({ state }) => state);
const running = (requests: Request[]) => requests.filter(({ state }) => state === 'running').length;

/** The reason for which a request may not wait. */
function rejectionOf(caller: Caller): Overloaded | undefined {
  try {
    enter(caller);
    return undefined;
  } catch (error) {
    return error as Overloaded;
  }
}

/** Runs a statement of this duration. */
function run(caller: Caller, milliseconds: number): void {
  const { position } = enter(caller);
  clock += milliseconds;
  position.leave();
}

describe('connections', () => {
  test('one caller runs on all connections but two', () => {
    expect(running(enterMany(user('a'), 20))).toBe(10);
  });

  test('the last two connections are for callers without a running statement', () => {
    enterMany(user('a'), 20);
    const others = ['b', 'c', 'd'].map((id) => enter(user(id)));
    expect(statesOf(others)).toEqual(['running', 'running', 'waiting']);
    expect(enter(user('b')).state).toBe('waiting');
  });

  test('a connection that is returned starts the next request of its caller', () => {
    const [first, ...others] = enterMany(user('a'), 11);
    expect(others.at(-1)?.state).toBe('waiting');
    first?.position.leave();
    expect(others.at(-1)?.state).toBe('running');
  });

  test('a freed connection goes to the waiting caller who used the least', () => {
    run(user('much'), 3_000);
    run(user('little'), 10);
    run(user('some'), 500);
    const holders = [enterMany(user('x'), 10), [enter(user('y')), enter(user('z'))]].flat();
    const waiting = ['much', 'some', 'little'].map((id) => enter(user(id)));
    const order: number[] = [];
    for (const holder of holders.slice(9)) {
      holder.position.leave();
      order.push(waiting.findIndex((request, index) => request.state === 'running' && !order.includes(index)));
    }
    expect(order).toEqual([2, 1, 0]);
  });

  test('a running statement counts with its time so far', () => {
    enter(user('runs for long'));
    clock += 5_000;
    run(user('ran for a second'), 1_000);
    enter(user('ran for a second'));
    const holders = [enterMany(user('x'), 8), ['y', 'z'].map((id) => enter(user(id)))].flat();
    const waiting = [enter(user('runs for long')), enter(user('ran for a second'))];
    for (const { position } of holders.slice(0, 3)) position.leave();
    expect(statesOf(waiting)).toEqual(['waiting', 'running']);
    holders[3]?.position.leave();
    expect(statesOf(waiting)).toEqual(['running', 'running']);
  });

  test('statement time older than ten seconds no longer counts', () => {
    run(user('then'), 4_000);
    clock += 11_000;
    run(user('lately'), 100);
    const holders = [enterMany(user('x'), 10), ['y', 'z'].map((id) => enter(user(id)))].flat();
    const waiting = [enter(user('lately')), enter(user('then'))];
    holders.at(-1)?.position.leave();
    expect(statesOf(waiting)).toEqual(['waiting', 'running']);
  });
});

describe('guests', () => {
  test('guests share a sixth of the connections, whatever their number', () => {
    const guests = Array.from({ length: 12 }, (_, index) => enter(guest(`203.0.113.${index}`)));
    expect(running(guests)).toBe(2);
  });

  test('guests take turns by address', () => {
    const crowd = enterMany(guest('203.0.113.1'), 6);
    const [first, second] = ['198.51.100.1', '198.51.100.2'].map((address) => enter(guest(address)));
    crowd[0]?.position.leave();
    expect(crowd[2]?.state).toBe('running');
    crowd[1]?.position.leave();
    expect(first?.state).toBe('running');
    crowd[2]?.position.leave();
    expect(second?.state).toBe('running');
  });

  test('guests wait in queues of their address', () => {
    enterMany(guest('203.0.113.1'), 7);
    expect(rejectionOf(guest('203.0.113.1'))?.reason).toBe('queue');
    expect(enter(guest('203.0.113.2')).state).toBe('waiting');
  });

  test('guests of several addresses cannot fill the queue for another one: the address with the most requests loses its newest', () => {
    const addresses = ['1', '2', '3', '4'].map((number) => `203.0.113.${number}`);
    const [first, ...others] = addresses.map((address, index) => enterMany(guest(address), index === 0 ? 7 : 5));
    expect(scheduler.load().guest).toMatchObject({ running: 2, waiting: 20 });
    const late = enter(guest('198.51.100.1'));
    expect([late.state, first?.at(-1)?.state, first?.at(-2)?.state]).toEqual(['waiting', 'queue', 'waiting']);
    expect(others.flatMap(statesOf)).toEqual(Array(15).fill('waiting'));
  });

  test('a guest is rejected as full where every address has one waiting request', () => {
    for (let number = 0; number < 22; number += 1) enter(guest(`203.0.113.${number}`));
    expect(rejectionOf(guest('198.51.100.1'))?.reason).toBe('full');
  });

  test('guests have no budget, which one of them could use up for all', () => {
    for (let time = 0; time < 6; time += 1) {
      const both = enterMany(guest('203.0.113.1'), 2);
      clock += 2_000;
      for (const { position } of both) position.leave();
    }
    scheduler = new Scheduler({ ...limits, budgetMs: 1 }, () => clock);
    run(guest('203.0.113.1'), 2_000);
    expect(enter(guest('203.0.113.2')).state).toBe('running');
  });
});

describe('the budget of a caller', () => {
  test('a caller above the budget is rejected with the time to retry', () => {
    const eight = enterMany(user('a'), 8);
    clock += 5_000;
    for (const { position } of eight) position.leave();
    const rejection = rejectionOf(user('a'));
    expect(rejection).toBeInstanceOf(Overloaded);
    expect([rejection?.reason, rejection?.retryAfterSeconds]).toEqual(['budget', 6]);
    expect(enter(user('b')).state).toBe('running');
    clock += 5_000;
    expect(rejectionOf(user('a'))?.retryAfterSeconds).toBe(1);
    clock += 1_000;
    expect(enter(user('a')).state).toBe('running');
  });

  test('a caller above the budget waits, and its requests are finally dropped', () => {
    scheduler = new Scheduler({ ...limits, longestWaitMs: 3_000 }, () => clock);
    const requests = enterMany(user('a'), 11);
    clock += 4_000;
    for (const { position } of requests.slice(0, 10)) position.leave();
    expect(requests[10]?.state).toBe('waiting');
    scheduler.expire();
    expect(requests[10]?.state).toBe('budget');
  });

  test('waiting requests start when the window of the budget has moved on', () => {
    for (const { position } of enterMany(user('a'), 7)) {
      clock += 1_000;
      position.leave();
    }
    const requests = enterMany(user('a'), 11);
    clock += 1_000;
    for (const { position } of requests.slice(0, 10)) position.leave();
    scheduler.expire();
    expect(requests[10]?.state).toBe('waiting');
    clock += 5_000;
    scheduler.expire();
    expect(requests[10]?.state).toBe('running');
  });

  test('requests that have waited for too long start if the window of the budget has just moved on', () => {
    const requests = enterMany(user('a'), 21);
    clock += 4_000;
    for (const { position } of requests.splice(0, 10)) position.leave();
    clock += 7_000;
    scheduler.expire();
    expect(statesOf(requests)).toEqual([...Array(10).fill('running'), 'caller timeout']);
  });
});

describe('the queue', () => {
  test('the queue of each caller is bounded', () => {
    enterMany(user('a'), 30);
    expect(rejectionOf(user('a'))?.reason).toBe('queue');
  });

  test('a full queue drops the newest request of the caller with the most requests', () => {
    const [most] = [enterMany(user('most'), 30), enterMany(user('x'), 21), enterMany(user('y'), 21)];
    expect(scheduler.load().user).toMatchObject({ running: 12, waiting: 60 });
    const late = enter(user('z'));
    expect([late.state, most.at(-1)?.state, most.at(-2)?.state]).toEqual(['waiting', 'full', 'waiting']);
  });

  test('a queue full of callers with one request each rejects a new request', () => {
    scheduler = new Scheduler({ ...limits, waitingInAll: 3 }, () => clock);
    enterMany(user('x'), 10);
    for (const id of ['a', 'b', 'c', 'd', 'e']) enter(user(id));
    expect(rejectionOf(user('g'))?.reason).toBe('full');
  });

  test('the queue drops requests that waited too long, for statements of their caller or of others', () => {
    scheduler = new Scheduler({ ...limits, budgetMs: 1_000_000 }, () => clock);
    const own = enterMany(user('a'), 11).at(-1);
    const others = ['b', 'c', 'd'].map((id) => enter(user(id)));
    clock += 9_999;
    scheduler.expire();
    expect([own?.state, others.at(-1)?.state]).toEqual(['waiting', 'waiting']);
    clock += 1;
    scheduler.expire();
    expect([own?.state, others.at(-1)?.state]).toEqual(['caller timeout', 'timeout']);
    expect(scheduler.load().user.waiting).toBe(0);
  });

  test('a request whose client has disconnected leaves the queue', () => {
    const requests = enterMany(user('a'), 12);
    requests[10]?.position.leave();
    requests[0]?.position.leave();
    expect([requests[10]?.state, requests[11]?.state]).toEqual(['waiting', 'running']);
    requests[10]?.position.leave();
    requests[0]?.position.leave();
    expect(scheduler.load().user).toMatchObject({ running: 10, waiting: 0 });
  });
});

describe('work that blocks the process', () => {
  const block = (caller: Caller, milliseconds: number) =>
    scheduler.charge(caller, () => {
      clock += milliseconds;
      return 'done';
    });

  test('blocking work counts thirty times as statement time, also if it fails', () => {
    expect(block(user('a'), 500)).toBe('done');
    const fail = () =>
      scheduler.charge(user('a'), () => {
        clock += 500;
        throw new Error('not JSON');
      });
    expect(fail).toThrow('not JSON');
    expect(() => block(user('a'), 1)).toThrow(expect.objectContaining({ reason: 'budget', retryAfterSeconds: 9 }));
    expect(rejectionOf(user('a'))?.reason).toBe('budget');
    expect(block(user('b'), 1)).toBe('done');
    clock += 9_000;
    expect(block(user('a'), 1)).toBe('done');
  });

  test('blocking work has no budget for guests, whose bodies are small', () => {
    expect([block(guest('203.0.113.1'), 2_000), block(guest('203.0.113.1'), 2_000)]).toEqual(['done', 'done']);
  });
});

test('the load is counted by class', () => {
  run(user('a'), 1_500);
  enter({ kind: 'server' });
  enter({ kind: 'service' });
  enterMany(guest('203.0.113.1'), 7);
  rejectionOf(guest('203.0.113.1'));
  expect(scheduler.load()).toEqual({
    user: { running: 0, waiting: 0, statementSeconds: 1.5, rejected: 0 },
    guest: { running: 2, waiting: 5, statementSeconds: 0, rejected: 1 },
    service: { running: 1, waiting: 0, statementSeconds: 0, rejected: 0 },
    server: { running: 1, waiting: 0, statementSeconds: 0, rejected: 0 },
  });
});

test('callers that were idle for ten seconds are removed', () => {
  for (let number = 0; number < 500; number += 1) run(user(`user ${number}`), 1);
  clock += 12_000;
  run(user('another'), 1);
  expect(scheduler.callers).toBeLessThan(3);
});
