// Rows per second of a hand-off and of the download of its file, relative to the import of the same leads, with the requests, processor time and the server's memory.
//   npm run bench -- handoff [--rows 100000]
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { newStep, type StepContent } from '#domain/campaign/steps.ts';
import { customerVariables } from '#domain/campaign/variables.ts';
import type { HandOffFile } from '#domain/hand-off/files.ts';
import { planFile } from '#domain/hand-off/plan.ts';
import { customTool } from '#domain/hand-off/tools.ts';
import { importChunks, makeChunks } from '../tests/support/made-leads.ts';
import { measureProcessorTime, memoryUse } from '../tests/support/processes.ts';
import { openLeadlight } from '../tests/support/server.ts';
import { readOptions } from '../tools/read-options.ts';

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
const plan = planFile(tool, steps, [], customerVariables([]));
const POLL_MS = 1_000;

type HandOff = {
  id: string;
  state: string;
  work: string | null;
  failure: string | null;
  lead_count: number;
  files: HandOffFile[];
};

/** The longest resident memory of the server while work runs, in MB above that before it. */
async function memoryDuring<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const before = memoryUse(leadlight.pid);
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, memoryUse(leadlight.pid));
  }, 200);
  try {
    const result = await work();
    return [result, peak - before];
  } finally {
    clearInterval(watching);
  }
}

/** Seconds that work takes, and those of processor time of PostgreSQL, the server and this client. */
async function timeOf(work: () => Promise<unknown>): Promise<{ seconds: number; processor: number[] }> {
  const begin = performance.now();
  const { user, system } = process.cpuUsage();
  const groups = { postgres: [leadlight.postmaster], server: [leadlight.pid] };
  const used = await measureProcessorTime(groups, work);
  const own = process.cpuUsage({ user, system });
  const processor = [used.postgres, used.server, (own.user + own.system) / 1000].map((time) => time / 1000);
  return { seconds: (performance.now() - begin) / 1000, processor };
}

async function handOff(campaignId: string) {
  let requests = 1;
  const common = { customer_id: customerId };
  let state = await post<HandOff>('start_hand_off', { ...common, campaign_id: campaignId, steps, plan });
  const of = { ...common, hand_off_id: state.id };
  const wait = async () => {
    while (state.work) {
      await delay(POLL_MS);
      requests += 1;
      state = await post('hand_off_progress', of);
    }
    if (state.failure) throw new Error(state.failure);
  };
  const check = await timeOf(wait);
  const finish = await timeOf(async () => {
    requests += 1;
    state = await post('finish_hand_off', of);
    await wait();
  });
  return { state, requests, check, finish };
}

/** The bytes of a file, whose checksum must be the recorded one, and the seconds that they took. */
async function download({ id, files }: HandOff) {
  const begin = performance.now();
  const hash = createHash('sha256');
  let bytes = 0;
  const response = await fetch(`${leadlight.url}/functions/v1/hand-off-file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ customerId, handOffId: id, file: 0, isForSpreadsheet: false }),
  });
  for await (const part of response.body ?? []) {
    hash.update(part);
    bytes += part.length;
  }
  if (hash.digest('hex') !== files[0]?.sha256) throw new Error('The file has another checksum');
  return { bytes, seconds: (performance.now() - begin) / 1000 };
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
    const [{ state, requests, check, finish }, memory] = await memoryDuring(() => handOff(campaign_id));
    const [file, fileMemory] = await memoryDuring(() => download(state));
    const pace = state.lead_count / (check.seconds + finish.seconds);
    console.log(
      `import ${shown(imported)} rows/s, ${name} ${shown(pace)} rows/s: ratio ${(pace / imported).toFixed(2)}`,
    );
    console.log(
      `checked in ${check.seconds.toFixed(1)} s, ready in ${finish.seconds.toFixed(1)} s, by ${requests} requests`,
    );
    const processor = [check, finish].map((step) => step.processor.map((time) => time.toFixed(2)).join(', '));
    console.log(`processor time of PostgreSQL, server, client in s: check ${processor[0]}; last step ${processor[1]}`);
    console.log(`file of ${shown(file.bytes / 1e6)} MB in ${file.seconds.toFixed(1)} s`);
    console.log(`server memory in MB above that before: hand-off ${shown(memory)}, file ${shown(fileMemory)}`);
  }
} finally {
  await leadlight.end();
}
