// Work on rows: imports in chunks, and approvals, deletions and audiences in batches as the lists send them.
import { randomUUID } from 'node:crypto';
import { batchSizes } from '#domain/limits.ts';
import { ask } from './caller.ts';
import { judge, type Scene, type Work } from './work.ts';

type Chunk = { importId: string; firstRow: number };

const ROWS = 300;
const CHUNKS = 4;

const importCall = ({ importId, firstRow }: Chunk, { customerId }: Scene) => ({
  path: '/functions/v1/import-csv-data',
  body: {
    customerId,
    importId,
    firstRow,
    fileName: 'people.csv',
    importType: 'leads',
    columnMapping: { Name: 'name', Email: 'email' },
    csvData: `Name,Email\n${Array.from({ length: ROWS }, (_, row) => `${importId} ${firstRow + row},${firstRow + row}.${importId}@example.test\n`).join('')}`,
  },
});

function* chunks(): Generator<Chunk> {
  for (;;) {
    const importId = randomUUID();
    for (let chunk = 0; chunk < CHUNKS; chunk += 1) yield { importId, firstRow: 2 + chunk * ROWS };
  }
}

export const imports: Work<Chunk> = {
  name: 'imports',
  things: async () => chunks(),
  request: (chunk, scene) => ({ ...importCall(chunk, scene), token: scene.admin.access_token }),
  check: async (ledger, scene) => {
    const stored = async ({ importId, firstRow }: Chunk) => {
      const [row] = await scene.subject.sql<{ leads: number; all: number; reported: number }>(
        `select (select count(*)::int from public.leads where import_id = $1 and split_part(name, ' ', 2)::int between $2 and $3) as leads,
           (select count(*)::int from public.leads where import_id = $1) as all,
           coalesce((select successful_rows from public.imports where id = $1), 0) as reported`,
        [importId, firstRow, firstRow + ROWS - 1],
      );
      if (!row || row.all !== row.reported) return `the import reports ${row?.reported} rows and has ${row?.all}`;
      return row.leads === ROWS ? 'whole' : row.leads === 0 ? 'absent' : `${row.leads} of ${ROWS} rows`;
    };
    const faults = await judge(ledger, stored);
    if (!ledger.unknown) return faults;
    const { path, body } = importCall(ledger.unknown, scene);
    const again = await ask(scene.url, path, { body, token: scene.admin.access_token });
    const state = await stored(ledger.unknown);
    if (again.status !== 200 || state !== 'whole') faults.push(`sent again: ${again.status}, then ${state}`);
    return faults;
  },
};

type Batch = { ids: string[] };

const BATCHES = 20;

/** Work in batches on its own leads; `isDone` counts the finished leads of a batch. */
function bulk(name: string, size: number, change: Record<string, unknown> | null, isDone: string): Work<Batch> {
  return {
    name,
    things: async ({ subject, customerId }) => {
      const rows = await subject.sql<{ id: string }>(
        `insert into public.leads (customer_id, name) select $1, $2 || n from generate_series(1, $3::int) n returning id`,
        [customerId, `${name} `, size * BATCHES],
      );
      return Array.from({ length: BATCHES }, (_, batch) => ({
        ids: rows.slice(batch * size, (batch + 1) * size).map(({ id }) => id),
      }));
    },
    request: ({ ids }, { admin }) => ({
      path: `/rest/v1/leads?id=in.(${ids.join(',')})`,
      method: change ? 'PATCH' : 'DELETE',
      body: change ?? undefined,
      token: admin.access_token,
    }),
    check: (ledger, { subject }) =>
      judge(ledger, async ({ ids }) => {
        const [row] = await subject.sql<{ done: number }>(
          `select count(*)::int as done from unnest($1::uuid[]) wanted left join public.leads l on l.id = wanted where ${isDone}`,
          [ids],
        );
        return row?.done === size ? 'whole' : row?.done === 0 ? 'absent' : `${row?.done} of ${size} rows`;
      }),
  };
}

export const approvals = bulk('approvals', batchSizes.approve, { is_approved: true }, 'l.is_approved');
export const deletions = bulk('deletions', batchSizes.delete, null, 'l.id is null');
export const audiences = bulk('audiences', batchSizes.audience, { audience: 'Chosen' }, `l.audience = 'Chosen'`);
