// Processor time per request on a distributed and on a plain database, measured in turn.
import { Agent } from 'node:http';
import { cpuSeconds } from '../../bench/support/cpu.ts';
import { type Call, send } from '../../bench/support/http.ts';
import type { User } from '../load/users.ts';

/** With process ids: of the postmasters of a coordinator (or plain PostgreSQL) and its workers. */
export type Subject = {
  base: string;
  admin: string;
  users: User[];
  server: number;
  coordinator: number;
  workers: number[];
};

/** Milliseconds of processor time. */
type Cost = { server: number; coordinator: number; workers: number };

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
    name: 'approval of 50 leads by id and customer',
    call: (_, user, number) => ({
      method: 'PATCH',
      path: `/rest/v1/leads?id=in.(${user.leads.slice(0, 50)})&customer_id=in.(${user.customer})`,
      headers: asMember(user),
      body: JSON.stringify({ is_approved: number % 2 === 0 }),
    }),
  },
  {
    name: 'activity feed',
    call: (subject) => ({ method: 'POST', path: '/rest/v1/rpc/activity_feed', headers: asAdmin(subject), body: '{}' }),
  },
];

const costSoFar = ({ server, coordinator, workers }: Subject): Cost => ({
  server: 1_000 * cpuSeconds(server),
  coordinator: 1_000 * cpuSeconds(coordinator),
  workers: 1_000 * workers.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
});

/** Lines with the milliseconds of both and their ratio, for each kind of request. */
export async function compareCosts(distributed: Subject, plain: Subject, rounds: number): Promise<string[]> {
  const run = async (subject: Subject, request: Request, count: number): Promise<Cost> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 2 }); // a server closes idle connections while the other one is measured
    const before = costSoFar(subject);
    for (let number = 0; number < count; number += 1) {
      const user = subject.users[number % subject.users.length];
      if (!user) throw new Error('there are no users');
      const { status, text } = await send(agent, subject.base, request.call(subject, user, number));
      if (status < 200 || status > 299) throw new Error(`${request.name}: ${status} ${text}`);
    }
    const after = costSoFar(subject);
    agent.destroy();
    return {
      server: after.server - before.server,
      coordinator: after.coordinator - before.coordinator,
      workers: after.workers - before.workers,
    };
  };
  const lines: string[] = [];
  for (const request of REQUESTS) {
    await run(distributed, request, 20); // warms up
    await run(plain, request, 20);
    const costs: { distributed: Cost[]; plain: Cost[] } = { distributed: [], plain: [] };
    for (let round = 0; round < rounds; round += 1) {
      costs.distributed.push(await run(distributed, request, 50));
      costs.plain.push(await run(plain, request, 50));
    }
    const per = (list: Cost[], part: keyof Cost) => list.reduce((sum, cost) => sum + cost[part], 0) / rounds / 50;
    const total = (list: Cost[]) => per(list, 'server') + per(list, 'coordinator') + per(list, 'workers');
    const [server, coordinator, workers, plainServer, database] = [
      per(costs.distributed, 'server'),
      per(costs.distributed, 'coordinator'),
      per(costs.distributed, 'workers'),
      per(costs.plain, 'server'),
      per(costs.plain, 'coordinator'),
    ].map((milliseconds) => milliseconds.toFixed(1));
    lines.push(
      `${request.name}: ${server} + ${coordinator} + ${workers} ms (server + coordinator + workers) beside ${plainServer} + ${database} ms (server + database), ${(total(costs.distributed) / total(costs.plain)).toFixed(1)} ×`,
    );
  }
  return lines;
}
