// Imports in chunks; approvals, deletions and audiences in batches, as the web app sends them.
import { randomUUID } from 'node:crypto';
import { batchSizes } from '#domain/limits.ts';
import { checkStates, type Round, type Workload } from './workload.ts';

type SentChunk = { importId: string; firstRow: number };

const ROWS = 300;
const CHUNKS = 4;

const importRequest = ({ importId, firstRow }: SentChunk, { customerId, admin }: Round) => ({
  token: admin.access_token,
  path: '/functions/v1/import-csv-data',
  body: {
    customerId,
    importId,
    firstRow,
    fileName: 'leads.csv',
    importType: 'leads',
    columnMapping: { Name: 'name', Email: 'email' },
    csvData: `Name,Email\n${Array.from({ length: ROWS }, (_, row) => `${importId} ${firstRow + row},${firstRow + row}.${importId}@example.test\n`).join('')}`,
  },
});

function* chunks(): Generator<SentChunk> {
  for (;;) {
    const importId = randomUUID();
    for (let chunk = 0; chunk < CHUNKS; chunk += 1) yield { importId, firstRow: 2 + chunk * ROWS };
  }
}

export const imports: Workload<SentChunk> = {
  name: 'imports',
  items: async () => chunks(),
  request: importRequest,
  check: checkStates(async ({ importId, firstRow }, { target }) => {
    const [row] = await target.sql<{ leads: number; all: number; reported: number }>(
      `select (select count(*)::int from public.leads where import_id = $1 and split_part(name, ' ', 2)::int between $2 and $3) as leads,
         (select count(*)::int from public.leads where import_id = $1) as all,
         coalesce((select successful_rows from public.imports where id = $1), 0) as reported`,
      [importId, firstRow, firstRow + ROWS - 1],
    );
    if (!row || row.all !== row.reported) return `the import reports ${row?.reported} rows and has ${row?.all}`;
    return row.leads === ROWS ? 'complete' : row.leads === 0 ? 'absent' : `${row.leads} of ${ROWS} rows`;
  }, importRequest),
};

type Batch = { ids: string[] };

const BATCHES = 20;

/** A bulk change of new leads. `isDone` is an SQL condition on a changed lead. */
function bulkWorkload(
  name: string,
  size: number,
  change: Record<string, unknown> | null,
  isDone: string,
): Workload<Batch> {
  return {
    name,
    items: async ({ target, customerId }) => {
      const rows = await target.sql<{ id: string }>(
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
    check: checkStates(async ({ ids }, { target }) => {
      const [row] = await target.sql<{ done: number }>(
        `select count(*)::int as done from unnest($1::uuid[]) wanted left join public.leads l on l.id = wanted where ${isDone}`,
        [ids],
      );
      return row?.done === size ? 'complete' : row?.done === 0 ? 'absent' : `${row?.done} of ${size} rows`;
    }),
  };
}

export const approvals = bulkWorkload('approvals', batchSizes.approve, { is_approved: true }, 'l.is_approved');
export const deletions = bulkWorkload('deletions', batchSizes.delete, null, 'l.id is null');
export const audiences = bulkWorkload(
  'audiences',
  batchSizes.audience,
  { audience: 'Chosen' },
  `l.audience = 'Chosen'`,
);
