import type { Call, Reply } from '../../bench/support/http.ts';
import type { User } from './users.ts';

/** `check` returns what is check with a successful response. */
export type CheckedRequest = { name: string; call: Call; check: (reply: Reply) => string | undefined };

type Row = { id: string; customer_id: string; is_approved: boolean | null };

const COLUMNS = 'select=id,customer_id,name,title,company,audience,is_approved,created_at';

const rowsOf = ({ text }: Reply) => JSON.parse(text) as Row[];

const onlyOwnRows = (user: User, atLeast: number) => (reply: Reply) => {
  const rows = rowsOf(reply);
  const foreign = rows.find(({ customer_id }) => customer_id !== user.customer);
  if (foreign) return `lead ${foreign.id} belongs to another customer`;
  return rows.length < atLeast ? `${rows.length} rows instead of ${atLeast} or more` : undefined;
};

/** A random request, in the proportions of ordinary use. */
export function nextRequest(user: User): CheckedRequest {
  const headers = { authorization: `Bearer ${user.accessToken}` };
  const jsonHeaders = { ...headers, 'content-type': 'application/json', prefer: 'return=representation' };
  const mine = `customer_id=in.(${user.customer})`;
  const lead = user.leads[Math.floor(Math.random() * user.leads.length)];
  const percent = Math.random() * 100;
  if (percent < 40) {
    const path = `/rest/v1/leads?${COLUMNS}&${mine}&order=created_at.desc,id.desc&limit=50`;
    return { name: 'page', call: { method: 'GET', path, headers }, check: onlyOwnRows(user, 50) };
  }
  if (percent < 55) {
    const body = JSON.stringify({ term: 'marketing', customers: [user.customer], page_size: 50 });
    const call = { method: 'POST', path: `/rest/v1/rpc/search_leads?${COLUMNS}`, headers: jsonHeaders, body };
    return { name: 'search', call, check: onlyOwnRows(user, 1) };
  }
  if (percent < 75) {
    const approved = Math.random() < 0.5;
    const body = JSON.stringify({ is_approved: approved });
    const call = { method: 'PATCH', path: `/rest/v1/leads?id=eq.${lead}&${COLUMNS}`, headers: jsonHeaders, body };
    const check = (reply: Reply) => {
      const rows = rowsOf(reply);
      return rows.length === 1 && rows[0]?.is_approved === approved
        ? undefined
        : `the change of lead ${lead} was not stored`;
    };
    return { name: 'approve', call, check };
  }
  if (percent < 85) {
    const path = `/rest/v1/leads?select=id&${mine}&is_approved=is.true`;
    const call = { method: 'HEAD', path, headers: { ...headers, prefer: 'count=exact' } };
    const check = (reply: Reply) =>
      /\/\d+$/.test(String(reply.headers['content-range'])) ? undefined : 'the response has no count';
    return { name: 'count', call, check };
  }
  if (percent < 92) {
    const path = `/rest/v1/leads?${COLUMNS}&customer_id=eq.${user.foreign}`;
    return { name: 'foreign rows', call: { method: 'GET', path, headers }, check: onlyOwnRows(user, 0) };
  }
  if (percent < 97)
    return { name: 'configuration', call: { method: 'GET', path: '/config.json' }, check: () => undefined };
  const body = JSON.stringify({ refresh_token: user.refreshToken });
  const json = { 'content-type': 'application/json', 'x-forwarded-for': user.address };
  const check = ({ text }: Reply) => {
    const session = JSON.parse(text) as { access_token: string; refresh_token: string };
    user.accessToken = session.access_token;
    user.refreshToken = session.refresh_token;
    return undefined;
  };
  return {
    name: 'refresh',
    call: { method: 'POST', path: '/auth/v1/token?grant_type=refresh_token', headers: json, body },
    check,
  };
}
