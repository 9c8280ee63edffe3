// Every exposed function and view, in each form in which a client may ask for its rows, answers on a distributed database as on a plain one.
import type pg from 'pg';
import { type Context, DELETION, literals, queries } from '../../tests/database/exposed-calls.ts';
import { send, type TestClient } from '../../tests/support/client.ts';
import { fillCustomer } from '../../tests/support/filled-customer.ts';

const ROWS = 1_000;
/** A longer target is no request of a client. */
const MAX_TARGET = 8_000;
const MEMBER = { email: 'caller@example.test', password: 'caller-password' };

/** An invitation of this member and a decision of their own are not among the rows, and guests do not call: the errors are compared. */
const ONLY_ERRORS = ['accept_invitation', 'take_back_decision', 'ask_for_colleague'];
/** The decision that a call needs has been made by an earlier one. */
const DECIDES = /\(select ('[^']+')::uuid from public\.decide_version\(.*\)\)$/s;

type Caller = 'admin' | 'member';
type Described = { name: string; kind: 'function' | 'view'; isStable: boolean; column: string | null };
type Form = { method: string; query: string; prefer: string; body?: unknown };
type Filled = TestClient & { callers: Record<Caller, { id: string; token: string }>; context: Context };

/** Functions of the same names and arguments that return these arguments, as JSON and as texts. */
const ARGUMENT_FUNCTIONS = `
create schema arguments;
grant usage on schema arguments to authenticated;
do $$ declare
  exposed record;
begin
  for exposed in
    select proname, regexp_replace(pg_get_function_arguments(oid), ',? ?OUT .*', '') as arguments,
      (select string_agg(format('%L, %I', name, name), ', ') from unnest(proargnames[:pronargs]) name) as values,
      (select string_agg(format('%L, %I::text', name, name), ', ') from unnest(proargnames[:pronargs]) name) as texts
    from pg_proc where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  loop
    execute format(
      'create function arguments.%I(%s) returns json language sql as %L', exposed.proname, exposed.arguments,
      format('select json_build_object(''body'', json_build_object(%s), ''texts'', json_build_object(%s))', exposed.values, exposed.texts)
    );
  end loop;
end $$`;

/** The functions and views that users may call, whether they can be read by GET, and the first column of those that return rows. */
const DESCRIBED = `
select proname as name, 'function' as kind, provolatile <> 'v' as "isStable", coalesce(
  (select min(name) from unnest(proargnames, proargmodes) argument (name, mode) where mode in ('t', 'o')),
  (select attname from pg_attribute join pg_type on typrelid = attrelid where pg_type.oid = prorettype and attnum = 1)
) as column
from pg_proc where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')
union all
select relname, 'view', true, (select attname from pg_attribute where attrelid = pg_class.oid and attnum = 1)
from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`;

async function fill(client: TestClient): Promise<Filled> {
  const { owner, request, admin: token } = client;
  const { rows } = await owner.query<{ id: string }>(
    `select user_id as id from public.user_roles where role = 'admin'`,
  );
  const admin = { id: rows[0]?.id ?? '', token };
  // Jobs wait, so that no outcome depends on how far the server's worker has come.
  await owner.query(`alter table private.jobs alter leased_until set default 'infinity'`);
  const filled = await fillCustomer(owner, admin.id, ROWS);
  const { user, access_token } = await client.addMember(filled.customer, MEMBER);
  const deleted = `leads?select=id&customer_id=eq.${filled.customer}&is_approved=is.null&order=id&limit=50`;
  const ids = (await request<{ id: string }[]>(`/rest/v1/${deleted}`, { token })).map(({ id }) => id);
  await request('/rest/v1/rpc/delete_rows', { token, body: { table_name: 'leads', ids, deletion: DELETION } });
  const context = await literals(owner, filled, ROWS);
  await owner.query('begin');
  await setOnCoordinator(owner);
  await owner.query(ARGUMENT_FUNCTIONS);
  await owner.query('commit');
  return { ...client, callers: { admin, member: { id: user.id, token: access_token } }, context };
}

const setOnCoordinator = (owner: pg.Client) =>
  owner.query(
    `select set_config('citus.enable_ddl_propagation', 'off', true) where to_regclass('pg_catalog.pg_dist_node') is not null`,
  );

type Given = { body: Record<string, unknown>; texts: Record<string, string | null> };

/** The arguments of a call, computed by its caller in a transaction that is rolled back. */
async function argumentsOf({ owner, callers }: Filled, caller: Caller, name: string, args: string): Promise<Given> {
  const { id } = callers[caller];
  const claims = JSON.stringify({ sub: id, role: 'authenticated', aal: 'aal1' });
  await owner.query('begin');
  try {
    await owner.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
    const { rows } = await owner.query<{ given: Given }>(`select arguments.${name}(${args}) as given`);
    return rows[0]?.given ?? { body: {}, texts: {} };
  } finally {
    await owner.query('rollback');
  }
}

function formsOf({ kind, isStable, column }: Described, { body, texts }: Given, condition: string): Form[] {
  const parameters = Object.entries(texts).flatMap(([name, text]) =>
    text === null ? [] : [`${name}=${encodeURIComponent(text)}`],
  );
  const target = kind === 'view' ? [condition] : parameters;
  const read = (method: string, query: string[], prefer = 'count=exact') => ({
    method,
    query: [...target, ...query].join('&'),
    prefer,
  });
  const few = column ? [`select=${column}`, `order=${column}`, 'limit=2'] : [];
  const reads = [
    read('GET', []),
    read('GET', few),
    read('HEAD', few),
    ...(column ? [read('GET', [`${column}=not.is.null`, 'limit=1']), read('GET', ['select=count'])] : []),
  ];
  const calls = [
    { method: 'POST', query: few.join('&'), prefer: 'count=exact', body },
    { method: 'POST', query: '', prefer: 'return=representation', body },
  ];
  return [
    ...(kind === 'function' ? calls : []),
    ...(isStable ? reads.filter(({ query }) => query.length < MAX_TARGET) : []),
  ];
}

/** 'answered', or the error. The rows of the two databases have other ids; answers.ts compares those of equal ones. */
async function outcomeOf({ url, callers }: Filled, caller: Caller, name: string, form: Form): Promise<string> {
  const { method, query, prefer, body } = form;
  const target = `${url}/rest/v1/${name}?${query}`;
  const { status, body: error } = await send(target, { method, prefer, token: callers[caller].token, body });
  if (status < 300) return 'answered';
  return `${status} ${JSON.stringify(error)}`.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id');
}

/** Calls of what earlier ones need come last, and what is undone comes before there is more to undo. */
const PLACES: Record<string, number> = {
  undo_hand_off_results: -1,
  cancel_hand_off: 1,
  void_hand_off: 1,
  undo_import: 1,
  delete_rows: 1,
};

/** The forms of a call for the customer of one of the databases. */
async function formsFor(client: Filled, caller: Caller, routine: Described, text: string): Promise<Form[]> {
  if (routine.kind === 'view') {
    const [, customer] = /where customer_id = '(.*)'/.exec(text) ?? [];
    return formsOf(routine, { body: {}, texts: {} }, customer ? `customer_id=eq.${customer}` : '');
  }
  const args = text.slice(text.indexOf('(') + 1, -1).replace(DECIDES, '$1');
  return formsOf(routine, await argumentsOf(client, caller, routine.name, args), '');
}

/** Returns the number of compared outcomes, those that differ, and the functions of which no call was answered. */
export async function compareCalls(
  distributed: TestClient,
  plain: TestClient,
): Promise<{ compared: number; differing: string[] }> {
  const [first, second] = [await fill(distributed), await fill(plain)];
  const { rows: described } = await plain.owner.query<Described>(DESCRIBED);
  const unanswered = new Set(described.map(({ name }) => name).filter((name) => !ONLY_ERRORS.includes(name)));
  const differing: string[] = [];
  let compared = 0;
  const others = queries(second.context);
  const calls = queries(first.context).flatMap(([caller, text], index) => {
    const [, name = ''] = /^select \* from public\.(\w+)/.exec(text) ?? [];
    const routine = described.find((each) => each.name === name);
    return routine && caller !== 'service' && caller !== 'guest'
      ? [{ caller, routine, texts: [text, others[index]?.[1] ?? ''] as const }]
      : [];
  });
  for (const { caller, routine, texts } of calls.toSorted((a, b) => placeOf(a.routine) - placeOf(b.routine))) {
    const { name, kind } = routine;
    const target = kind === 'view' ? name : `rpc/${name}`;
    const forms = await formsFor(first, caller, routine, texts[0]);
    const otherForms = await formsFor(second, caller, routine, texts[1]);
    for (const [place, form] of forms.entries()) {
      const outcome = await outcomeOf(first, caller, target, form);
      const expected = await outcomeOf(second, caller, target, otherForms[place] ?? form);
      compared += 1;
      if (expected === 'answered') unanswered.delete(name);
      if (outcome !== expected)
        differing.push(
          `${caller}: ${form.method} ${target}?${form.query.slice(0, 300)}: ${outcome} instead of ${expected}`,
        );
    }
  }
  return { compared, differing: [...differing, ...[...unanswered].map((name) => `no call of ${name} was answered`)] };
}

const placeOf = ({ name }: Described) => PLACES[name] ?? 0;
