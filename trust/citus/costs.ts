// Processor time per request on a distributed and on a plain database, measured in turn.
import { readdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { type Call, send } from '../../bench/support/http.ts';
import type { User } from '../load/users.ts';

/** `postmasters` are the process ids of the nodes. */
export type Subject = { base: string; admin: string; users: User[]; server: number; postmasters: number[] };

const TICK_MS = 10; // sysconf(_SC_CLK_TCK) is 100 on Linux

/** Milliseconds of a process; of a postmaster with its present and former children. */
function timeOf(pid: number, withChildren: boolean): number {
  const fields = (id: number) => readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
  const sum = (id: number, places: number[]) => {
    const values = fields(id);
    return places.reduce((total, place) => total + (values[place] ?? 0), 0);
  };
  if (!withChildren) return sum(pid, [11, 12]) * TICK_MS;
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && fields(Number(name))[1] === pid;
    } catch {
      return false;
    }
  });
  return (
    (sum(pid, [11, 12, 13, 14]) + children.reduce((total, child) => total + sum(Number(child), [11, 12]), 0)) * TICK_MS
  );
}

type Request = { name: string; call: (subject: Subject, user: User, number: number) => Call };

const asMember = (user: User) => ({ authorization: `Bearer ${user.accessToken}`, 'content-type': 'application/json' });
const asAdmin = (subject: Subject) => ({
  authorization: `Bearer ${subject.admin}`,
  'content-type': 'application/json',
});
const COLUMNS = 'select=id,customer_id,name,title,company,audience,is_approved,created_at,customers(name)';
const ORDER = 'order=created_at.desc,id.desc&limit=50';

const REQUESTS: Request[] = [
  {
    name: 'list of a customer',
    call: (_, user) => ({
      method: 'GET',
      path: `/rest/v1/leads?${COLUMNS}&customer_id=in.(${user.customer})&${ORDER}`,
      headers: asMember(user),
    }),
  },
  {
    name: 'list of all customers',
    call: (subject) => ({ method: 'GET', path: `/rest/v1/leads?${COLUMNS}&${ORDER}`, headers: asAdmin(subject) }),
  },
  {
    name: 'search of a customer',
    call: (_, user, number) => ({
      method: 'POST',
      path: '/rest/v1/rpc/search_leads?select=id,name',
      headers: asMember(user),
      body: JSON.stringify({ term: `lead ${number % 90}`, customers: [user.customer], page_size: 50 }),
    }),
  },
  {
    name: 'totals of a customer',
    call: (_, user) => ({
      method: 'POST',
      path: '/rest/v1/rpc/lead_totals',
      headers: asMember(user),
      body: JSON.stringify({ customers: [user.customer] }),
    }),
  },
  {
    name: 'approval of a lead',
    call: (_, user, number) => ({
      method: 'PATCH',
      path: `/rest/v1/leads?id=eq.${user.leads[number % user.leads.length]}&customer_id=eq.${user.customer}`,
      headers: asMember(user),
      body: JSON.stringify({ is_approved: number % 2 === 0 }),
    }),
  },
  {
    name: 'approval of 50 leads by id',
    call: (_, user, number) => ({
      method: 'PATCH',
      path: `/rest/v1/leads?id=in.(${user.leads.slice(0, 50)})`,
      headers: asMember(user),
      body: JSON.stringify({ is_approved: number % 2 === 0 }),
    }),
  },
  {
    name: 'activity feed',
    call: (subject) => ({ method: 'POST', path: '/rest/v1/rpc/activity_feed', headers: asAdmin(subject), body: '{}' }),
  },
];

/** Lines with the milliseconds of both and their ratio, for each kind of request. */
export async function compareCosts(distributed: Subject, plain: Subject, rounds: number): Promise<string[]> {
  const run = async (subject: Subject, request: Request, count: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 2 }); // a server closes idle connections while the other one is measured
    const measure = () =>
      [timeOf(subject.server, false), subject.postmasters.reduce((sum, pid) => sum + timeOf(pid, true), 0)] as const;
    const before = measure();
    for (let number = 0; number < count; number += 1) {
      const user = subject.users[number % subject.users.length];
      if (!user) throw new Error('there are no users');
      const { status, text } = await send(agent, subject.base, request.call(subject, user, number));
      if (status < 200 || status > 299) throw new Error(`${request.name}: ${status} ${text}`);
    }
    const after = measure();
    agent.destroy();
    return { server: after[0] - before[0], database: after[1] - before[1] };
  };
  const lines: string[] = [];
  for (const request of REQUESTS) {
    await run(distributed, request, 20); // warms up
    await run(plain, request, 20);
    const sums = { distributed: { server: 0, database: 0 }, plain: { server: 0, database: 0 } };
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, subject] of [
        ['distributed', distributed],
        ['plain', plain],
      ] as const) {
        const used = await run(subject, request, 50);
        sums[name].server += used.server;
        sums[name].database += used.database;
      }
    }
    const per = (milliseconds: number) => (milliseconds / rounds / 50).toFixed(1);
    const total = (name: 'distributed' | 'plain') => sums[name].server + sums[name].database;
    lines.push(
      `${request.name}: ${per(sums.distributed.server)} + ${per(sums.distributed.database)} ms beside ${per(sums.plain.server)} + ${per(sums.plain.database)} ms (server + database), ${(total('distributed') / total('plain')).toFixed(1)} ×`,
    );
  }
  return lines;
}
