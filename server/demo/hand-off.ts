// Hands leads of the demo off and stores their results by the functions that the app calls, and then dates them back.
import type { StepContent } from '#domain/campaign/steps.ts';
import { specVariables } from '#domain/campaign/variables.ts';
import { planFile } from '#domain/hand-off/plan.ts';
import { resultKinds } from '#domain/hand-off/result-kinds.ts';
import { resultMapping } from '#domain/hand-off/results.ts';
import { type Tool, tools } from '#domain/hand-off/tools.ts';
import { type CallDatabase, Pace } from '#domain/job-work.ts';
import { runJob } from '#domain/jobs.ts';
import { functionCall } from '../database/connections/function-call.ts';
import type { Query } from '../database/connections/pool.ts';

export type DemoRow = Record<string, unknown>;

/** Does the job that was just added, as the worker does it later. */
async function work(query: Query): Promise<void> {
  const call: CallDatabase = async (name, values) => {
    if (name === 'fail_job') throw new Error(String(values.reason)); // its transaction takes no more statements
    const { text, values: parameters } = functionCall(name, values);
    return (await query(text, parameters)).rows[0].result;
  };
  await runJob(call, new Pace(Number.POSITIVE_INFINITY), (error) => {
    throw error;
  });
}

/** `results` are rows of an email and dates by kind, such as `replied_at`, of a file that was uploaded later. */
export async function handOffLeads(query: Query, handOff: DemoRow, results: DemoRow[]): Promise<void> {
  const { customer_id, campaign_id, created_by: user, created_at, uploaded_at } = handOff;
  const call = async <Result>(expression: string, ...values: unknown[]): Promise<Result> =>
    (await query(`select to_json(${expression}) as result`, values)).rows[0].result;
  await query('insert into auth.sessions (id, user_id, created_at) values ($1, $1, now())', [user]);
  await call(`set_config('request.jwt.claims', $1, true)`, { sub: user, session_id: user, role: 'authenticated' });

  const steps = await call<StepContent[]>('private.steps_to_hand_off($1, $2)', customer_id, campaign_id);
  const plan = planFile(tools.find(({ id }) => id === handOff.tool) as Tool, steps, [], specVariables);
  const begin = 'public.start_hand_off($1, $2, $3, $4, array[$5])';
  const startArguments = [customer_id, campaign_id, JSON.stringify(steps), plan, handOff.audience];
  const { id } = await call<{ id: string }>(begin, ...startArguments);
  await work(query);
  await call('public.finish_hand_off($1, $2)', customer_id, id);
  await work(query);
  await query('update public.hand_offs set created_at = $1, checked_at = $1, ready_at = $1', [created_at]);
  await query('update public.handed_off_leads set handed_off_at = $1', [created_at]);
  await query(`update public.activity set created_at = $1 where created_at >= now()`, [created_at]);

  const reported = results.map((row) => {
    const dates = resultKinds.map((kind) => [kind, row[`${kind}_at`]] as const).filter(([, at]) => at);
    return { email: row.email, results: Object.fromEntries(dates) };
  });
  const upload = [handOff.file, resultMapping(['email', ...resultKinds]), JSON.stringify(reported)];
  await call('public.store_hand_off_results($1, $2, $2, $3, $4, $5)', customer_id, id, ...upload);
  await query('update public.hand_off_results set reported_at = $1', [uploaded_at]);
  for (const table of ['activity', 'do_not_contact', 'result_uploads'])
    await query(`update public.${table} set created_at = $1 where created_at >= now()`, [uploaded_at]);
  await query('delete from auth.sessions where id = $1', [user]);
  await call(`set_config('request.jwt.claims', '', true)`);
  await query('select private.rebuild_result_counters()');
}
