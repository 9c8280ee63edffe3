// Processor time per request on a distributed and on a plain database, measured in turn.
import { apiCall, type Call, fieldMedian, measureLoad } from '../../tests/support/load.ts';
import type { Leadlight } from '../../tests/support/server.ts';
import type { LoadUser } from '../load/users.ts';

/** The postmaster of the server is that of the coordinator or of a plain PostgreSQL. */
export type Subject = Pick<Leadlight, 'url' | 'admin' | 'pid' | 'postmaster'> & {
  users: LoadUser[];
  workers: number[];
};

/** A request of an administrator's token or a user, by its name. */
type CallOfUser = (user: LoadUser, number: number, admin: string) => Call;

const COLUMNS = 'select=id,customer_id,name,title,company,audience,is_approved,created_at,customers(name)';
const ORDER = 'order=created_at.desc,id.desc&limit=50';

const approve = (user: LoadUser, number: number, leads: string, customer = '') =>
  apiCall(user.accessToken, 'PATCH', `/rest/v1/leads?id=${leads}${customer}`, { is_approved: number % 2 === 0 });

const rpc = (token: string, name: string, body: object) => apiCall(token, 'POST', `/rest/v1/rpc/${name}`, body);

const REQUESTS: Record<string, CallOfUser> = {
  'list of a customer': ({ accessToken, customer }) =>
    apiCall(accessToken, 'GET', `/rest/v1/leads?${COLUMNS}&customer_id=in.(${customer})&${ORDER}`),
  'list of all customers': (_, __, admin) => apiCall(admin, 'GET', `/rest/v1/leads?${COLUMNS}&${ORDER}`),
  'search of a customer': ({ accessToken, customer }, number) => {
    const body = { term: `lead ${number % 90}`, customers: [customer], page_size: 50 };
    return rpc(accessToken, 'search_leads?select=id,name', body);
  },
  'totals of a customer': ({ accessToken, customer }) => rpc(accessToken, 'lead_totals', { customers: [customer] }),
  'approval of a lead': (user, number) =>
    approve(user, number, `eq.${user.leads[number % user.leads.length]}`, `&customer_id=eq.${user.customer}`),
  'approval of 50 leads by id': (user, number) => approve(user, number, `in.(${user.leads.slice(0, 50)})`),
  'approval of 50 leads by id and customer': (user, number) =>
    approve(user, number, `in.(${user.leads.slice(0, 50)})`, `&customer_id=in.(${user.customer})`),
  'activity feed': (_, __, admin) => rpc(admin, 'activity_feed', {}),
};

const ROUND_SECONDS = 1;

const PARTS = ['server', 'coordinator', 'workers'] as const;

/** The milliseconds of processor time of one request, by part. */
async function measure({ url, admin, pid, postmaster, workers, users }: Subject, name: string) {
  const processes = { server: [pid], coordinator: [postmaster], workers };
  const next = (_: unknown, number: number) => {
    const user = users[number % users.length] as LoadUser;
    return { name, call: REQUESTS[name]?.(user, number, admin) as Call };
  };
  return (await measureLoad({ bases: [url], workers: ['one'], next }, ROUND_SECONDS, processes)).perRequest;
}

/** Lines with the milliseconds of both and their ratio, for each kind of request. */
export async function compareCosts(distributed: Subject, plain: Subject, rounds: number): Promise<string[]> {
  const lines: string[] = [];
  for (const name of Object.keys(REQUESTS)) {
    const costs = new Map<Subject, Record<(typeof PARTS)[number], number>[]>();
    for (let round = 0; round <= rounds; round += 1) {
      for (const subject of [distributed, plain]) {
        const cost = await measure(subject, name);
        if (round === 0) costs.set(subject, []);
        else costs.get(subject)?.push(cost); // the first round warms up
      }
    }
    const [ours = [], theirs = []] = [...costs.values()].map((found) => PARTS.map((part) => fieldMedian(found, part)));
    const sum = (parts: number[]) => parts.reduce((total, part) => total + part, 0);
    const shown = (parts: number[]) => parts.map((part) => part.toFixed(1)).join(' + ');
    lines.push(
      `${name}: ${shown(ours)} ms (server + coordinator + workers) beside ${shown(theirs.slice(0, 2))} ms (server + database), ${(sum(ours) / sum(theirs)).toFixed(1)} ×`,
    );
  }
  return lines;
}
