import type { World } from './world.ts';

const PLAN = { tool: { name: 'Own' }, columns: [{ header: 'Email' }] };
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
type Given = { id: string; name: string; created_at: string; updated_at: string; lead_values: Record<string, string> };
export type ReadRows = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;

/** The calls of an administrator about hand-offs of Acme. */
export function handOffCalls(world: World, query: ReadRows) {
  const acme = world.id('acme');
  const one = async (text: string, values: unknown[]) => {
    const [row] = await query<HandOff>(`select * from public.${text}`, values);
    if (!row) throw new Error('no hand-off');
    return row;
  };
  const read = (id: string) =>
    query<Given>(
      'select id, name, created_at::text, updated_at::text, lead_values from public.leads_to_hand_off($1, $2)',
      [acme, id],
    );
  const store = (handOff: HandOff, rows: object[]) =>
    one('store_hand_off_rows($1, $2, $3, $4)', [acme, handOff.id, handOff.last_lead_id, JSON.stringify(rows)]);
  return {
    read,
    store,
    start: (more: { campaign?: string; audiences?: string[] | null; onlyNew?: boolean; steps?: object[] } = {}) =>
      one('start_hand_off($1, $2, $3, $4, $5, $6)', [
        acme,
        more.campaign ?? world.id('acme campaign'),
        JSON.stringify(more.steps ?? STEPS),
        PLAN,
        more.audiences ?? null,
        more.onlyNew ?? true,
      ]),
    /** Stores each lead that is read, with its email as the only cell. */
    async check(handOff: HandOff): Promise<HandOff> {
      const leads = await read(handOff.id);
      return store(
        handOff,
        leads.map((lead) => ({ ...lead, cells: [lead.lead_values.email ?? ''] })),
      );
    },
    finish: (handOff: HandOff, files: object[] = [{ rows: handOff.lead_count, sha256: 'a'.repeat(64) }]) =>
      one('finish_hand_off($1, $2, $3)', [acme, handOff.id, JSON.stringify(files)]),
    cancel: (handOff: HandOff) => one('cancel_hand_off($1, $2)', [acme, handOff.id]),
    undo: (handOff: HandOff) => one('void_hand_off($1, $2)', [acme, handOff.id]),
    rows: (handOff: HandOff) =>
      query(
        'select name, cells, reason, detail, warnings from public.hand_off_rows where hand_off_id = $1 order by place',
        [handOff.id],
      ),
  };
}
