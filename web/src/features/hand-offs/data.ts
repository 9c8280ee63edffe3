import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { StepContent } from '#domain/campaign/steps.ts';
import type { Database } from '#domain/database.types.ts';
import type { HandOffFile } from '#domain/hand-off/files.ts';
import type { HandOffPlan } from '#domain/hand-off/plan.ts';
import type { LeadToHandOff } from '#domain/hand-off/prepare.ts';
import type { LeftOutReason, RowWarning } from '#domain/hand-off/rows.ts';
import { customTool, type Tool, type ToolDefinition } from '#domain/hand-off/tools.ts';
import type { Json } from '#domain/table-types.ts';
import { authorizedFetch, backendUrl } from '@/lib/backend.ts';
import { PAGE_SIZE, pageAfter, pagedQuery } from '@/lib/keyset.ts';
import { invalidate } from '@/lib/query-client.ts';
import { type RowOf, readData, rows } from '@/lib/rows.ts';
import { isUuid } from '@/lib/uuid.ts';

type StoredHandOff = Database['public']['Tables']['hand_offs']['Row'];

export type HandOffState = 'preparing' | 'ready' | 'cancelled' | 'void';
export type LeadWarning = 'changed' | 'other_campaign' | 'repeated' | 'duplicate' | RowWarning;

/** The kind of work of a job. */
export type HandOffWork = 'check' | 'finish';

type HandOffContent = {
  state: HandOffState;
  work: HandOffWork | null;
  made: { place: number } | null;
  steps: StepContent[];
  plan: HandOffPlan;
  left_out: Partial<Record<LeftOutReason, number>>;
  warnings: Partial<Record<LeadWarning, number>>;
  files: HandOffFile[];
};
export type HandOff = Omit<StoredHandOff, keyof HandOffContent> & HandOffContent;

const all = ['hand-offs'] as const;
export const refreshHandOffs = (client: QueryClient) => invalidate(client, all);

export type HandOffFilters = { customerId: string | null; campaignId: string | null };

const selectHandOffs = () =>
  rows
    .from('hand_offs')
    .select('id, customer_id, campaign_name, state, lead_count, created_at, tool:plan->tool->>name, customers(name)');

export type ListedHandOff = RowOf<typeof selectHandOffs>;

export const handOffList = (filters: HandOffFilters) =>
  pagedQuery([...all, 'list', filters], (after, signal) => {
    const { customerId, campaignId } = filters;
    let request = selectHandOffs();
    if (customerId) request = request.eq('customer_id', customerId);
    if (campaignId) request = request.eq('campaign_id', campaignId);
    return readData(pageAfter(request, after, PAGE_SIZE), signal);
  });

const ids = ({ customer_id, id }: HandOff) => ({ customer_id, hand_off_id: id });

/** How often progress is asked for. */
const POLL_MS = 1_000;

/** One hand-off, read again while the server works on it; null if there is none with this id. */
export const oneHandOff = (id: string) =>
  queryOptions({
    queryKey: [...all, 'one', id],
    queryFn: async ({ signal, client, queryKey }): Promise<HandOff | null> => {
      if (!isUuid(id)) return null;
      const known = client.getQueryData<HandOff>(queryKey);
      if (known?.work) {
        return readData(rows.rpc('hand_off_progress', ids(known)).select<'*', HandOff>('*').single(), signal);
      }
      const request = rows.from('hand_offs').select<'*', HandOff>('*').eq('id', id);
      return readData(request.maybeSingle(), signal);
    },
    refetchInterval: ({ state }) => (state.data?.work ? POLL_MS : false),
  });

/** The handed-off leads to stop in the tool, the newest first. */
export const flaggedLeads = (customerId: string) =>
  queryOptions({
    queryKey: [...all, 'flagged', customerId],
    queryFn: ({ signal }) =>
      readData(
        rows
          .from('handed_off_leads')
          .select('lead_id, name, flag, flagged_at, hand_offs(campaign_name, tool:plan->tool->>name)')
          .eq('customer_id', customerId)
          .not('flag', 'is', null)
          .order('flagged_at', { ascending: false })
          .limit(1000),
        signal,
      ),
  });

export type StoredLead = {
  place: number;
  lead_id: string;
  name: string;
  detail: string | null;
  cells: string[] | null;
  erased_at: string | null;
};
type Group = { reason: LeftOutReason | null; warning?: LeadWarning };

/** The first leads that were left out for a reason (null: those in the file, of a warning). */
export const storedLeads = ({ id, customer_id, total, lead_count }: HandOff, { reason, warning }: Group, limit = 100) =>
  queryOptions({
    queryKey: [...all, 'rows', id, { reason, warning }, limit, total, lead_count],
    queryFn: ({ signal }) => {
      const request = rows
        .from('hand_off_rows')
        .select<string, StoredLead>('place, lead_id, name, detail, cells, erased_at')
        .eq('customer_id', customer_id)
        .eq('hand_off_id', id);
      const found = reason ? request.eq('reason', reason) : request.is('reason', null);
      return readData((warning ? found.contains('warnings', [warning]) : found).order('place').limit(limit), signal);
    },
  });

export type Choice = { customerId: string; campaignId: string; audiences: string[] | null; onlyNew: boolean };

export type PreviewedLead = Omit<LeadToHandOff, 'created_at' | 'updated_at'>;

export const handOffPreview = ({ customerId, campaignId, audiences, onlyNew }: Choice) =>
  queryOptions({
    queryKey: [...all, 'preview', customerId, campaignId, audiences, onlyNew],
    queryFn: ({ signal }) =>
      readData(
        rows
          .rpc('preview_hand_off', {
            customer_id: customerId,
            campaign_id: campaignId,
            ...(audiences && { audiences }),
            only_new: onlyNew,
          })
          .select<'*', PreviewedLead>('*'),
        signal,
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** How many of the chosen leads have been handed off from the campaign. */
export const handedOffCount = ({ customerId, campaignId, audiences }: Omit<Choice, 'onlyNew'>) =>
  queryOptions({
    queryKey: [...all, 'handed off', customerId, campaignId, audiences],
    queryFn: ({ signal }) =>
      readData(
        rows.rpc('count_handed_off', {
          customer_id: customerId,
          campaign_id: campaignId,
          ...(audiences && { audiences }),
        }),
        signal,
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { logAs: 'Error counting handed-off leads' },
  });

export function startHandOff(choice: Choice, steps: StepContent[], plan: HandOffPlan): Promise<HandOff> {
  const { customerId, campaignId, audiences, onlyNew } = choice;
  return readData(
    rows
      .rpc('start_hand_off', {
        customer_id: customerId,
        campaign_id: campaignId,
        steps: steps as unknown as Json,
        plan: plan as unknown as Json,
        ...(audiences && { audiences }),
        only_new: onlyNew,
      })
      .select<'*', HandOff>('*')
      .single(),
  );
}

/** Lets the server go on: with the check of the leads or, once they are checked, with handing them off. */
export function workOn(handOff: HandOff): Promise<HandOff> {
  const name = handOff.checked_at ? 'finish_hand_off' : 'continue_hand_off';
  return readData(rows.rpc(name, ids(handOff)).select<'*', HandOff>('*').single());
}

/** The text of a file in the parts in which it arrives. */
export async function* readFile(handOff: HandOff, file: number, isForSpreadsheet: boolean): AsyncGenerator<string> {
  const response = await authorizedFetch(backendUrl('functions/v1/hand-off-file'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ customerId: handOff.customer_id, handOffId: handOff.id, file, isForSpreadsheet }),
  });
  if (!response.ok || !response.body) throw new Error((await response.json()).error);
  const reader = response.body.getReader();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      yield decoder.decode(part.value, { stream: true });
  } finally {
    await reader.cancel();
  }
}

export function endHandOff(handOff: HandOff) {
  const name = handOff.state === 'preparing' ? 'cancel_hand_off' : 'void_hand_off';
  return readData(rows.rpc(name, ids(handOff)).select('id').single());
}

/** The name of a user; null if the account was deleted. */
export const userName = (id: string) =>
  queryOptions({
    queryKey: ['users', 'name', id],
    queryFn: async ({ signal }): Promise<string | null> => {
      const request = rows.from('profiles').select('email, full_name').eq('id', id);
      const data = await readData(request.maybeSingle(), signal);
      return data && (data.full_name ?? data.email);
    },
    meta: { logAs: 'Error fetching the name of a user' },
  });

const selectTools = () =>
  rows.from('sending_tools').select('id, name, definition').order('name').order('id').limit(1000);

/** The tools that the agency has described. */
export const ownTools = queryOptions({
  queryKey: [...all, 'tools'],
  queryFn: async ({ signal }): Promise<Tool[]> => {
    const data: RowOf<typeof selectTools>[] = await readData(selectTools(), signal);
    return data.map(({ id, name, definition }) => customTool(id, { ...(definition as ToolDefinition), name }));
  },
});

/** Saves a new tool, or with an id an existing one, and returns its id. */
export async function saveTool({ id, name, ...definition }: ToolDefinition & { id?: string }): Promise<string> {
  const row = { name, definition: definition as unknown as Json };
  const request = id ? rows.from('sending_tools').update(row).eq('id', id) : rows.from('sending_tools').insert(row);
  return (await readData(request.select('id').single())).id;
}

export const deleteTool = (id: string) => readData(rows.from('sending_tools').delete().eq('id', id));
