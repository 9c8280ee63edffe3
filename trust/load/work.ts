// In charge of what a person does under load, and of whether the answer was right: every row theirs, every change read back, every stranger's row unseen.
import type { Answer, Call } from '../../bench/support/http.ts';
import type { Person } from './accounts.ts';

/** One thing that a person does: what is asked, and what is wrong with the answer (undefined for nothing). */
export type Act = { name: string; call: Call; wrong: (answer: Answer) => string | undefined };

type Row = { id: string; customer_id: string; is_approved: boolean | null };

const COLUMNS = 'select=id,customer_id,name,title,company,audience,is_approved,created_at';

const rowsOf = ({ text }: Answer) => JSON.parse(text) as Row[];

const onlyOwn = (person: Person, atLeast: number) => (answer: Answer) => {
  const rows = rowsOf(answer);
  const stranger = rows.find(({ customer_id }) => customer_id !== person.customer);
  if (stranger) return `lead ${stranger.id} belongs to another customer`;
  return rows.length < atLeast ? `${rows.length} rows instead of ${atLeast} or more` : undefined;
};

/** The next thing that this person does, by chance, as often as people do it. */
export function nextAct(person: Person): Act {
  const headers = { authorization: `Bearer ${person.accessToken}` };
  const sends = { ...headers, 'content-type': 'application/json', prefer: 'return=representation' };
  const mine = `customer_id=in.(${person.customer})`;
  const lead = person.leads[Math.floor(Math.random() * person.leads.length)];
  const chance = Math.random() * 100;
  if (chance < 40) {
    const path = `/rest/v1/leads?${COLUMNS}&${mine}&order=created_at.desc,id.desc&limit=50`;
    return { name: 'page', call: { method: 'GET', path, headers }, wrong: onlyOwn(person, 50) };
  }
  if (chance < 55) {
    const body = JSON.stringify({ term: 'marketing', customers: [person.customer], page_size: 50 });
    const call = { method: 'POST', path: `/rest/v1/rpc/search_leads?${COLUMNS}`, headers: sends, body };
    return { name: 'search', call, wrong: onlyOwn(person, 1) };
  }
  if (chance < 75) {
    const approved = Math.random() < 0.5;
    const body = JSON.stringify({ is_approved: approved });
    const call = { method: 'PATCH', path: `/rest/v1/leads?id=eq.${lead}&${COLUMNS}`, headers: sends, body };
    const wrong = (answer: Answer) => {
      const rows = rowsOf(answer);
      return rows.length === 1 && rows[0]?.is_approved === approved ? undefined : `the change of ${lead} was not kept`;
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
    const path = `/rest/v1/leads?${COLUMNS}&customer_id=eq.${person.foreign}`;
    return { name: 'foreign rows', call: { method: 'GET', path, headers }, wrong: onlyOwn(person, 0) };
  }
  if (chance < 97)
    return { name: 'configuration', call: { method: 'GET', path: '/config.json' }, wrong: () => undefined };
  const body = JSON.stringify({ refresh_token: person.refreshToken });
  const json = { 'content-type': 'application/json' };
  const wrong = ({ text }: Answer) => {
    const session = JSON.parse(text) as { access_token: string; refresh_token: string };
    person.accessToken = session.access_token;
    person.refreshToken = session.refresh_token;
    return undefined;
  };
  return {
    name: 'refresh',
    call: { method: 'POST', path: '/auth/v1/token?grant_type=refresh_token', headers: json, body },
    wrong,
  };
}
