// The actions of users under load, each with a check of its response.
import type { Answer, Call } from '../../bench/support/http.ts';
import type { LoadUser } from './accounts.ts';

/** A request and a check, which returns what is wrong with the response, or undefined. */
export type Action = { name: string; call: Call; wrong: (answer: Answer) => string | undefined };

type Row = { id: string; customer_id: string; is_approved: boolean | null };

const COLUMNS = 'select=id,customer_id,name,title,company,audience,is_approved,created_at';

const rowsOf = ({ text }: Answer) => JSON.parse(text) as Row[];

const onlyOwn = (user: LoadUser, atLeast: number) => (answer: Answer) => {
  const rows = rowsOf(answer);
  const stranger = rows.find(({ customer_id }) => customer_id !== user.customer);
  if (stranger) return `lead ${stranger.id} belongs to another customer`;
  return rows.length < atLeast ? `${rows.length} rows instead of ${atLeast} or more` : undefined;
};

/** A random action, weighted as in real use. */
export function nextAction(user: LoadUser): Action {
  const headers = { authorization: `Bearer ${user.accessToken}` };
  const sends = { ...headers, 'content-type': 'application/json', prefer: 'return=representation' };
  const mine = `customer_id=in.(${user.customer})`;
  const lead = user.leads[Math.floor(Math.random() * user.leads.length)];
  const chance = Math.random() * 100;
  if (chance < 40) {
    const path = `/rest/v1/leads?${COLUMNS}&${mine}&order=created_at.desc,id.desc&limit=50`;
    return { name: 'page', call: { method: 'GET', path, headers }, wrong: onlyOwn(user, 50) };
  }
  if (chance < 55) {
    const body = JSON.stringify({ term: 'marketing', customers: [user.customer], page_size: 50 });
    const call = { method: 'POST', path: `/rest/v1/rpc/search_leads?${COLUMNS}`, headers: sends, body };
    return { name: 'search', call, wrong: onlyOwn(user, 1) };
  }
  if (chance < 75) {
    const approved = Math.random() < 0.5;
    const body = JSON.stringify({ is_approved: approved });
    const call = { method: 'PATCH', path: `/rest/v1/leads?id=eq.${lead}&${COLUMNS}`, headers: sends, body };
    const wrong = (answer: Answer) => {
      const rows = rowsOf(answer);
      return rows.length === 1 && rows[0]?.is_approved === approved
        ? undefined
        : `the change of ${lead} was not stored`;
    };
    return { name: 'approve', call, wrong };
  }
  if (chance < 85) {
    const path = `/rest/v1/leads?select=id&${mine}&is_approved=is.true`;
    const call = { method: 'HEAD', path, headers: { ...headers, prefer: 'count=exact' } };
    const wrong = (answer: Answer) =>
      /\/\d+$/.test(String(answer.headers['content-range'])) ? undefined : 'there was no count';
    return { name: 'count', call, wrong };
  }
  if (chance < 92) {
    const path = `/rest/v1/leads?${COLUMNS}&customer_id=eq.${user.foreign}`;
    return { name: 'foreign rows', call: { method: 'GET', path, headers }, wrong: onlyOwn(user, 0) };
  }
  if (chance < 97)
    return { name: 'configuration', call: { method: 'GET', path: '/config.json' }, wrong: () => undefined };
  const body = JSON.stringify({ refresh_token: user.refreshToken });
  const json = { 'content-type': 'application/json' };
  const wrong = ({ text }: Answer) => {
    const session = JSON.parse(text) as { access_token: string; refresh_token: string };
    user.accessToken = session.access_token;
    user.refreshToken = session.refresh_token;
    return undefined;
  };
  return {
    name: 'refresh',
    call: { method: 'POST', path: '/auth/v1/token?grant_type=refresh_token', headers: json, body },
    wrong,
  };
}
