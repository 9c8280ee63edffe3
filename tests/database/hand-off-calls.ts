import { standardVariables } from '#domain/campaign/variables.ts';
import type { World } from './world.ts';

/** Its tool has a column for each variable, so that all values are read. */
const PLAN = {
  tool: { name: 'Own', columns: [...standardVariables.keys()].map((field) => ({ header: field, field })) },
  columns: [{ header: 'Email' }],
};
export const STEPS = [{ step_type: 'email', delay_days: 0, subject: null, message_content: '' }];

export type HandOff = {
  id: string;
  state: string;
  total: number;
  lead_count: number;
  left_out: object;
  warnings: object;
  last_lead_id: string | null;
  checked_at: Date | null;
  version_number: number | null;
};
type Given = {
  id: string;
  name: string;
  created_at: string;
  updated_at: string;
  lead_values: Record<string, string>;
  reason: string | null;
  warnings: string[];
};
export type ReadRows = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;

/** The calls of an administrator about hand-offs of Acme. */
export function handOffCalls(world: World, query: ReadRows) {
  const acme = world.id('acme');
  const one = async (text: string, values: unknown[]) => {
    const [row] = await query<HandOff>(`select * from public.${text}`, values);
    if (!row) throw new Error('no hand-off');
    return row;
  };
  /** Works as another role, and then as the former one again. */
  const actingAs = async <T>(role: string, work: () => Promise<T>): Promise<T> => {
    const [former] = await query<{ role: string }>(`select current_setting('role') as role`);
    await query(`select set_config('role', $1, true)`, [role]);
    const result = await work();
    await query(`select set_config('role', $1, true)`, [former?.role]);
    return result;
  };
  const job = async (id: string) => {
    const found = await actingAs('none', () =>
      query<{ id: string }>('select id from private.jobs where subject_id = $1', [id]),
    );
    return found[0]?.id;
  };
  const asWorker = (work: () => Promise<unknown>) => actingAs('service_role', work);
  const current = async (id: string) => {
    const [row] = await query<HandOff>('select * from public.hand_offs where id = $1', [id]);
    if (!row) throw new Error('no hand-off');
    return row;
  };
  const read = async (id: string): Promise<Given[]> => {
    const jobId = await job(id);
    const page = await actingAs('service_role', () =>
      query<{ leads: Given[] }>('select public.leads_to_hand_off($1, 1000) as leads', [jobId]),
    );
    return page[0]?.leads ?? [];
  };
  const store = async (handOff: HandOff, rows: object[]) => {
    const jobId = await job(handOff.id);
    const values = [jobId, handOff.last_lead_id, JSON.stringify(rows)];
    await asWorker(() => query('select public.store_hand_off_rows($1, $2, $3, null)', values));
    return current(handOff.id);
  };
  /** Does the last step of a hand-off that is to be finished. */
  const complete = async (
    handOff: HandOff,
    files: object[] = [{ rows: handOff.lead_count, sha256: 'a'.repeat(64) }],
  ) => {
    const jobId = await job(handOff.id);
    await asWorker(() => query('select public.complete_hand_off($1, $2)', [jobId, JSON.stringify(files)]));
    return current(handOff.id);
  };
  return {
    read,
    store,
    job,
    complete,
    actingAs,
    start: (
      more: { campaign?: string; audiences?: string[] | null; onlyNew?: boolean; steps?: object[]; plan?: object } = {},
    ) =>
      one('start_hand_off($1, $2, $3, $4, $5, $6)', [
        acme,
        more.campaign ?? world.id('acme campaign'),
        JSON.stringify(more.steps ?? STEPS),
        more.plan ?? PLAN,
        more.audiences ?? null,
        more.onlyNew ?? true,
      ]),
    /** Stores each lead that is read, with its email as the only cell unless it is left out. */
    async check(handOff: HandOff): Promise<HandOff> {
      const leads = await read(handOff.id);
      return store(
        handOff,
        leads.map((lead) => (lead.reason ? lead : { ...lead, cells: [lead.lead_values.email ?? ''] })),
      );
    },
    begin: (handOff: HandOff) => one('finish_hand_off($1, $2)', [acme, handOff.id]),
    finish: async (handOff: HandOff, files?: object[]) => {
      await one('finish_hand_off($1, $2)', [acme, handOff.id]);
      return complete(handOff, files);
    },
    cancel: (handOff: HandOff) => one('cancel_hand_off($1, $2)', [acme, handOff.id]),
    undo: (handOff: HandOff) => one('void_hand_off($1, $2)', [acme, handOff.id]),
    rows: (handOff: HandOff) =>
      query(
        'select name, cells, reason, detail, warnings from public.hand_off_rows where hand_off_id = $1 order by place',
        [handOff.id],
      ),
  };
}
