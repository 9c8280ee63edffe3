// Rows per second of preparing a hand-off, as the browser does it, relative to the import of the same leads, and the memory that grows with their number.
//   npm run bench -- handoff [--rows 100000]
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { newStep, type StepContent } from '#domain/campaign/steps.ts';
import { variablesOf } from '#domain/campaign/variables.ts';
import { checkLeads, filesOf, type LeadToHandOff, type StoredRow } from '#domain/hand-off/files.ts';
import { planFile } from '#domain/hand-off/plan.ts';
import { customTool } from '#domain/hand-off/tools.ts';
import { importChunks, makeChunks } from '../tests/support/made-leads.ts';
import { openLeadlight } from '../tests/support/server.ts';
import { readOptions } from '../tools/read-options.ts';
import { FileChecksum } from '../web/src/features/hand-offs/file-checksum.ts';

const { rows: amount } = readOptions({ rows: '100000' });
const leadlight = await openLeadlight();
const { owner, admin: token, request } = leadlight;
const customerId = await leadlight.addCustomer('Bench');
const post = async <Result>(name: string, body: object): Promise<Result> =>
  (await request(`/rest/v1/rpc/${name}`, { body, token })) as Result;

const greeting = 'Hello {{first_name|there}}';
const steps: StepContent[] = [
  {
    ...newStep,
    step_type: 'linkedin_connection',
    delay_days: 0,
    message_content: 'Hi {{first_name}}, shall we connect?',
  },
  {
    ...newStep,
    message_content: `${greeting} of {{company|your company}}.\n\n${'A sentence of the message. '.repeat(20)}`,
  },
  {
    step_type: 'email',
    delay_days: 4,
    subject: 'For {{company|you}}',
    message_content: `${greeting},\n\n${'A sentence of the email. '.repeat(40)}`,
  },
];
const tool = customTool('bench', {
  name: 'Bench',
  columns: [
    { header: 'Name', field: 'name', isRequired: true },
    { header: 'Company', field: 'company' },
  ],
  braces: ['{{', '}}'],
  emailText: 'html',
  rowsPerFile: null,
});
const plan = planFile(tool, steps, [], variablesOf([]));
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heap = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

async function handOff(
  campaignId: string,
): Promise<{ pace: number; seconds: number[]; heaps: number[]; bytes: number }> {
  const common = { customer_id: customerId };
  let state = await post<{ id: string; last_lead_id: string | null; lead_count: number; checked_at: string | null }>(
    'start_hand_off',
    { ...common, campaign_id: campaignId, steps, plan },
  );
  const of = { ...common, hand_off_id: state.id };
  const heaps: number[] = [];
  const begin = performance.now();
  await checkLeads({
    plan,
    steps,
    read: (after) =>
      post<LeadToHandOff[]>('leads_to_hand_off', {
        ...of,
        ...(after && { after_created_at: after.created_at, after_id: after.id }),
      }),
    store: async (leads) => {
      state = await post('store_hand_off_rows', { ...of, after_id: state.last_lead_id, rows: leads });
      if (heaps.length < Math.floor(state.lead_count / 10_000)) heaps.push(heap());
      return state.checked_at !== null;
    },
    signal: new AbortController().signal,
  });
  const checked = performance.now();
  async function* stored(): AsyncGenerator<(StoredRow & { place: number })[]> {
    for (let after = 0, page: (StoredRow & { place: number })[]; ; after = page.at(-1)?.place ?? 0) {
      const query = `hand_off_id=eq.${state.id}&customer_id=eq.${customerId}&reason=is.null&place=gt.${after}&order=place&limit=1000`;
      page = (await request(`/rest/v1/hand_off_rows?select=place,cells&${query}`, { token })) as typeof page;
      yield page;
      if (page.length < 1000) return;
    }
  }
  const checksum = new FileChecksum();
  let bytes = 0;
  let rows = 0;
  for await (const piece of filesOf(plan, stored())) {
    checksum.add(piece.text);
    bytes += piece.text.length;
    rows += piece.rows;
    if (heaps.length < 10 + Math.floor(rows / 10_000)) heaps.push(heap());
  }
  const made = performance.now();
  await post('finish_hand_off', { ...of, files: [{ rows, sha256: checksum.end(), quotes: 'all' }] });
  const end = performance.now();
  const seconds = [checked - begin, made - checked, end - made].map((time) => time / 1000);
  return { pace: rows / ((end - begin) / 1000), seconds, heaps, bytes };
}

try {
  const imported = await importChunks(leadlight, customerId, await makeChunks('leads', Number(amount)));
  await owner.query('update public.leads set is_approved = true where customer_id = $1', [customerId]);
  const shown = (value: number) => Math.round(value).toLocaleString('en');
  for (const name of ['a hand-off', 'a hand-off of leads of another one']) {
    const customer_id = customerId;
    const [campaign] = await request<[{ id: string }]>('/rest/v1/campaigns', { token, body: { customer_id, name } });
    const campaign_id = campaign.id;
    const body = steps.map((step, index) => ({ customer_id, campaign_id, step_number: index + 1, ...step }));
    await request('/rest/v1/campaign_steps', { token, body });
    const { pace, seconds, heaps, bytes } = await handOff(campaign_id);
    console.log(
      `import ${shown(imported)} rows/s, ${name} ${shown(pace)} rows/s: ratio ${(pace / imported).toFixed(2)}`,
    );
    console.log(
      `checked in ${seconds[0]?.toFixed(1)} s, files of ${shown(bytes / 1e6)} MB in ${seconds[1]?.toFixed(1)} s, ready in ${seconds[2]?.toFixed(1)} s`,
    );
    console.log(`heap in MB after each 10,000 rows: ${heaps.map(shown).join(' ')}`);
  }
} finally {
  await leadlight.end();
}
