// Eight callers that each overload the server in a different way while ordinary users work. Every request is valid. The server trusts one proxy.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../../support/load.ts';
import { openConnection } from './raw-connection.ts';

/** A signed-in member of a customer with some of its leads. */
export type Member = { email: string; password: string; token: string; customer: string; leads: string[] };

/** The number of responses by status; 0 stands for no response. */
type Statuses = Map<number, number>;

export type Report = { name: string; statuses: Statuses };

type Attacker = { url: string; member: Member; isOver: () => boolean };

/** Sends the next request and returns its status. */
type Send = () => Promise<number>;

const json = { 'content-type': 'application/json' };
/** The addresses that requests without a token come from. */
const addresses = {
  hostile: { 'x-forwarded-for': '203.0.113.1' },
  user: (index: number) => ({ 'x-forwarded-for': `198.51.100.${index + 1}` }),
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function requestStatus(url: string, init: RequestInit = {}): Promise<number> {
  try {
    const response = await fetch(url, init);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

const get =
  (path: string) =>
  ({ url, member }: Attacker): Send =>
  () =>
    requestStatus(url + path, { headers: bearer(member.token) });

/** Expensive regular expressions. */
const matchesPatterns = get(
  `/rest/v1/leads?select=id&notes=match.${encodeURIComponent('^(.+)(.+)(.+)(.+)\\1\\2\\3\\4$')}`,
);

/** The deepest allowed embedding of all rows. */
const embedsWidely = get(
  '/rest/v1/customers?select=*,leads(*,customers(*,leads(*))),companies(*),campaigns(*,campaign_steps(*))',
);

const terms = ['a', 'e', 'i', 'o', 'u'].flatMap((vowel) =>
  ['name', 'company', 'title', 'notes'].map((column) => `${column}.ilike.*${vowel}%25${vowel}*`),
);

/** Exact counts that no index supports. */
const countsExactly =
  ({ url, member }: Attacker): Send =>
  () => {
    const headers = { ...bearer(member.token), prefer: 'count=exact' };
    return requestStatus(`${url}/rest/v1/leads?select=id&and=(${terms.join(',')})&limit=1`, {
      method: 'HEAD',
      headers,
    });
  };

/** A thousand rows at a time. */
const writesManyRows =
  ({ url, member: { token, customer } }: Attacker): Send =>
  () => {
    const rows = Array.from({ length: 1_000 }, () => ({ customer_id: customer, name: randomUUID() }));
    const headers = { ...bearer(token), ...json, prefer: 'return=representation' };
    return requestStatus(`${url}/rest/v1/campaigns`, { method: 'POST', headers, body: JSON.stringify(rows) });
  };

/** Requests the largest response and does not read it for a while. */
const readsSlowly =
  ({ url, member, isOver }: Attacker): Send =>
  async () => {
    const path =
      '/rest/v1/leads?select=*,a:notes,b:headline,customers(leads(name,title,company,location,email))&limit=12';
    const line = openConnection(
      { url },
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${member.token}\r\n\r\n`,
    );
    line.socket.pause();
    for (let second = 0; second < 5 && !isOver(); second += 1) await delay(1_000);
    line.socket.destroy();
    return 0;
  };

/** Sends slow requests and disconnects. */
const leavesEarly =
  ({ url, member }: Attacker): Send =>
  () =>
    requestStatus(`${url}/rest/v1/leads?select=*,customers(leads(*))&order=notes,headline`, {
      headers: bearer(member.token),
      signal: AbortSignal.timeout(Math.floor(Math.random() * 300)),
    });

/** Signs up as often as allowed and reads rows with all accounts. */
function signsUp({ url }: Attacker): Send {
  const tokens: string[] = [];
  return async () => {
    const path = `${url}/auth/v1/signup`;
    const account = { email: `hostile-${randomUUID()}@example.test`, password: 'hostile-password' };
    const headers = { ...json, ...addresses.hostile };
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(account) }).catch(() => null);
    const session = (await response?.json().catch(() => null)) as { access_token?: string } | null;
    if (session?.access_token) tokens.push(session.access_token);
    const statuses = tokens.slice(-10).map((token) => {
      const columns = Array.from({ length: 20 }, (_, index) => `c${index}:full_name`).join(',');
      return requestStatus(`${url}/rest/v1/profiles?select=${columns}&full_name=ilike.*a*`, { headers: bearer(token) });
    });
    await Promise.all(statuses);
    return response?.status ?? 0;
  };
}

/** Calls the public function without a token. */
const readsAnonymously =
  ({ url }: Attacker): Send =>
  () =>
    requestStatus(
      `${url}/rest/v1/rpc/read_invitation?token=${randomUUID()}&customer_name=ilike.*a*&or=(${anonymousTerms})`,
      {
        headers: addresses.hostile,
      },
    );

const anonymousTerms = Array.from({ length: 19 }, (_, index) => `customer_name.ilike.*${index}*`).join(',');

const hostile: Record<string, (attacker: Attacker) => Send> = {
  patterns: matchesPatterns,
  'wide embeds': embedsWidely,
  'exact counts': countsExactly,
  '1,000-row writes': writesManyRows,
  'slow readers': readsSlowly,
  'early leavers': leavesEarly,
  'sign-ups': signsUp,
  'no token': readsAnonymously,
};

export const HOSTILE_CALLERS = Object.keys(hostile).length;

/** Each caller keeps `atOnce` requests in flight until `isOver`. Needs one member per caller. */
export async function attack(
  url: string,
  members: readonly Member[],
  atOnce: number,
  isOver: () => boolean,
): Promise<Report[]> {
  const callers = Object.entries(hostile).map(async ([name, make], index) => {
    const member = members[index];
    if (!member) throw new Error('there are too few hostile members');
    const send = make({ url, member, isOver });
    const statuses: Statuses = new Map();
    const worker = async () => {
      while (!isOver()) {
        const status = await send();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 429 || status === 503) await delay(50);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return { name, statuses };
  });
  return Promise.all(callers);
}

/** A request of an ordinary user: its status, response and duration. */
export type SentRequest = { name: string; status: number; milliseconds: number; answer: string };

/** Ordinary users page, approve, count and, each some eight seconds, sign in until `isOver`. 32 of them sign in four times a second; two cores hash 8 to 16 passwords in that time. */
export async function work(url: string, members: readonly Member[], isOver: () => boolean): Promise<SentRequest[]> {
  const requests: SentRequest[] = [];
  const doOne = async (name: string, path: string, init: RequestInit) => {
    const start = performance.now();
    const response = await fetch(url + path, init).catch((error: Error) => error);
    const isAnswer = response instanceof Response;
    const answer = isAnswer ? await response.text() : String(response.cause ?? response);
    requests.push({ name, status: isAnswer ? response.status : 0, milliseconds: performance.now() - start, answer });
  };
  const user = async ({ email, password, token, customer, leads }: Member, index: number) => {
    await delay(index * 37);
    for (let round = index; !isOver(); round += 1) {
      const mine = `customer_id=in.(${customer})`;
      const lead = leads[round % leads.length];
      const change = { method: 'PATCH', headers: { ...bearer(token), ...json }, body: '{"is_approved":true}' };
      const counting = { method: 'HEAD', headers: { ...bearer(token), prefer: 'count=exact' } };
      const credentials = JSON.stringify({ email, password });
      const signIn = { method: 'POST', headers: { ...json, ...addresses.user(index) }, body: credentials };
      const columns = 'id,name,title,company,is_approved,created_at,customers(name)';
      const newest = 'order=created_at.desc,id.desc&limit=50';
      const page = `/rest/v1/leads?select=${columns}&${mine}&${newest}`;
      if (round % 24 === 0) await doOne('sign in', '/auth/v1/token?grant_type=password', signIn);
      else if (round % 4 === 1) await doOne('approve', `/rest/v1/leads?id=eq.${lead}&select=id`, change);
      else if (round % 4 === 2) await doOne('count', `/rest/v1/campaigns?select=id&${mine}`, counting);
      else await doOne('page', page, { headers: bearer(token) });
      await delay(200 + (round % 5) * 60);
    }
  };
  await Promise.all(members.map(user));
  return requests;
}

/** The 95th percentile of the durations of row requests, and of sign-ins, in milliseconds. */
export function slowestRequests(requests: readonly SentRequest[]): { rows: number; signIns: number } {
  const [signIns = [], rows = []] = [true, false].map((isSignIn) =>
    requests.filter(({ name }) => (name === 'sign in') === isSignIn).map(({ milliseconds }) => milliseconds),
  );
  return { rows: quantile(rows, 0.95), signIns: quantile(signIns, 0.95) };
}

/** A line per kind of request: the count and the durations in milliseconds. */
export function describeWaits(requests: readonly SentRequest[]): string[] {
  return [...Map.groupBy(requests, ({ name }) => name)].map(([name, all]) => {
    const waits = all.map(({ milliseconds }) => milliseconds);
    const [median, p99, max] = [0.5, 0.99, 1].map((share) => quantile(waits, share).toFixed(0));
    return `${name.padEnd(8)} ${String(all.length).padStart(5)} times, median ${median} ms, p99 ${p99} ms, longest ${max} ms`;
  });
}

/** A line per hostile caller: the number of responses by status. */
export const describeAttacks = (reports: readonly Report[]): string[] =>
  reports.map(({ name, statuses }) => {
    const counts = [...statuses]
      .sort(([one], [other]) => one - other)
      .map(([status, count]) => `${status || 'no answer'}: ${count}`);
    return `${name.padEnd(18)} ${counts.join(', ')}`;
  });

/** The requests of ordinary users that failed, pages without their leads included. */
export const failedRequests = (requests: readonly SentRequest[]): string[] =>
  requests
    .filter(({ name, status, answer }) => status < 200 || status > 299 || (name === 'page' && answer === '[]'))
    .map(({ name, status, answer }) => `${name}: ${status} ${answer.slice(0, 200)}`);
