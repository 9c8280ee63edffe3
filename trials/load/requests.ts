import { type CheckedCall, callOf, type Response } from '../../tests/support/load.ts';
import type { LoadUser } from './users.ts';

type LeadRow = { id: string; customer_id: string; is_approved: boolean | null };

const COLUMNS = 'select=id,customer_id,name,title,company,audience,is_approved,created_at';

const rowsOf = ({ text }: Response) => JSON.parse(text) as LeadRow[];

const onlyOwnRows = (user: LoadUser, atLeast: number) => (response: Response) => {
  const rows = rowsOf(response);
  const foreign = rows.find(({ customer_id }) => customer_id !== user.customer);
  if (foreign) return `lead ${foreign.id} belongs to another customer`;
  return rows.length < atLeast ? `${rows.length} rows instead of ${atLeast} or more` : undefined;
};

/** A random request, in the proportions of ordinary use. */
export function nextRequest(user: LoadUser): CheckedCall {
  const token = user.accessToken;
  const own = `customer_id=in.(${user.customer})`;
  const percent = Math.random() * 100;
  if (percent < 40) {
    const path = `/rest/v1/leads?${COLUMNS}&${own}&order=created_at.desc,id.desc&limit=50`;
    return { name: 'page', call: callOf(token, 'GET', path), check: onlyOwnRows(user, 50) };
  }
  if (percent < 55) {
    const body = { term: 'marketing', customers: [user.customer], page_size: 50 };
    const call = callOf(token, 'POST', `/rest/v1/rpc/search_leads?${COLUMNS}`, body);
    return { name: 'search', call, check: onlyOwnRows(user, 1) };
  }
  if (percent < 75) return approve(user);
  if (percent < 85) {
    const call = callOf(token, 'HEAD', `/rest/v1/leads?select=id&${own}&is_approved=is.true`, undefined, 'count=exact');
    const check = ({ headers }: Response) =>
      /\/\d+$/.test(String(headers['content-range'])) ? undefined : 'the response has no count';
    return { name: 'count', call, check };
  }
  if (percent < 92) {
    const call = callOf(token, 'GET', `/rest/v1/leads?${COLUMNS}&customer_id=eq.${user.foreign}`);
    return { name: 'foreign rows', call, check: onlyOwnRows(user, 0) };
  }
  if (percent < 97) return { name: 'configuration', call: callOf(null, 'GET', '/config.json') };
  return refresh(user);
}

function approve(user: LoadUser): CheckedCall {
  const lead = user.leads[Math.floor(Math.random() * user.leads.length)];
  const is_approved = Math.random() < 0.5;
  const path = `/rest/v1/leads?id=eq.${lead}&${COLUMNS}&customer_id=eq.${user.customer}`;
  const check = (response: Response) => {
    const rows = rowsOf(response);
    const isStored = rows.length === 1 && rows[0]?.is_approved === is_approved;
    return isStored ? undefined : `the change of lead ${lead} was not stored`;
  };
  return {
    name: 'approve',
    call: callOf(user.accessToken, 'PATCH', path, { is_approved }, 'return=representation'),
    check,
  };
}

function refresh(user: LoadUser): CheckedCall {
  const call = callOf(null, 'POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: user.refreshToken });
  const check = ({ text }: Response) => {
    const session = JSON.parse(text) as { access_token: string; refresh_token: string };
    Object.assign(user, { accessToken: session.access_token, refreshToken: session.refresh_token });
    return undefined;
  };
  return { name: 'refresh', call: { ...call, headers: { ...call.headers, 'x-forwarded-for': user.address } }, check };
}
