import { rowStatus, type Status } from '@/features/lists/status.ts';
import { answer, type SentRequest } from './backend.ts';

export const CUSTOMER = '00000000-0000-4000-8000-00000000000c';

type StoredRow = {
  id: string;
  name: string;
  is_approved: boolean | null;
  decided_by?: string;
  audience: string | null;
  import_id?: string;
};

/** Rows named 'Row 001' and so on, in the order of the list. */
const numbered = (count: number): StoredRow[] =>
  Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(3, '0');
    return { id: `id-${number}`, name: `Row ${number}`, is_approved: null, audience: null };
  });

type Search = {
  term: string;
  audience_name?: string;
  status?: Status;
  import_id?: string;
  filter?: { suppressed?: boolean };
};

const listed = (filter: string | null) => /^in\.\((.*)\)$/.exec(filter ?? '')?.[1]?.split(',');

/** The ids that a request names by `id=in.(…)` or `id=eq.…`. */
export const requestedIds = ({ query }: SentRequest): string[] =>
  listed(query.get('id')) ?? [query.get('id')?.replace('eq.', '') ?? ''];

/** The response to a request for a single row that does not exist. */
const notFound = () =>
  Response.json(
    { code: 'PGRST116', message: 'Cannot coerce the result to a single JSON object', details: '', hint: null },
    { status: 406 },
  );

/** Answers the requests of a list of leads or companies from rows in memory. A search matches the start of a name. */
export function fakeTable(table: 'leads' | 'companies', count: number) {
  const path = `/rest/v1/${table}`;
  /** `suppressed` are the ids of leads that must not be contacted. */
  const fake = { rows: numbered(count), suppressed: [] as string[], patch, remove, undo };
  /** The values that the decisions about a row replaced, and that of the last one, by id. Undone ones are removed. */
  const decisions = new Map<string, (boolean | null)[]>();
  const deleted: { row: StoredRow; deletion: string }[] = [];
  const changeable = table === 'leads' ? (['is_approved', 'audience'] as const) : (['is_approved'] as const);

  function page(rows: StoredRow[], after: string | undefined, limit: number) {
    const start = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
    return rows.slice(start, start + limit).map((row) => ({
      ...row,
      customer_id: CUSTOMER,
      created_at: '2026-01-01T00:00:00Z',
      customers: { name: 'Northwind' },
    }));
  }
  function named(request: SentRequest) {
    const ids = new Set(requestedIds(request));
    return fake.rows.filter(({ id }) => ids.has(id));
  }
  function patch(request: SentRequest) {
    const isExpected = (row: StoredRow) =>
      changeable.every((column) =>
        [null, `eq.${row[column]}`, `is.${row[column]}`].includes(request.query.get(column)),
      );
    const changed = named(request).filter(isExpected);
    for (const row of changed) {
      const before = row.is_approved;
      Object.assign(row, request.body);
      if (row.is_approved !== before) decisions.set(row.id, [...(decisions.get(row.id) ?? [before]), row.is_approved]);
    }
    return changed;
  }
  function undo({ body }: SentRequest) {
    const { ids } = body as { ids: string[] };
    const changed = fake.rows.flatMap((row) => {
      const values = decisions.get(row.id) ?? [];
      if (!ids.includes(row.id) || values.length < 2 || values.pop() !== row.is_approved) return [];
      return [Object.assign(row, { is_approved: values.at(-1) })];
    });
    return changed.map(({ id }) => id);
  }
  function remove({ body }: SentRequest) {
    const { ids, deletion } = body as { ids: string[]; deletion: string };
    const removed = fake.rows.filter(({ id }) => ids.includes(id));
    fake.rows = fake.rows.filter((row) => !removed.includes(row));
    deleted.push(...removed.map((row) => ({ row, deletion })));
    return removed.length;
  }
  const matching = ({ term, audience_name, status, import_id, filter }: Search) =>
    fake.rows.filter(
      (row) =>
        row.name.startsWith(term) &&
        [undefined, fake.suppressed.includes(row.id)].includes(filter?.suppressed) &&
        [undefined, row.audience].includes(audience_name) &&
        [undefined, row.import_id].includes(import_id) &&
        [undefined, rowStatus(row.is_approved)].includes(status),
    );
  /** The status that `is_approved=is.…` requests. */
  const statusBy = (filter: string | null) =>
    filter === null ? undefined : rowStatus(JSON.parse(filter.replace('is.', '')));

  answer('GET', path, (request) => {
    const { query } = request;
    if (query.get('select') === 'is_approved,decided_by') return named(request)[0] ?? notFound();
    const column = /value:(\w+)/.exec(query.get('select') ?? '')?.[1] as 'is_approved' | 'audience' | undefined;
    if (column) return named(request).map((row) => ({ id: row.id, value: row[column] }));
    return page(
      matching({
        term: '',
        audience_name: query.get('audience')?.replace('eq.', ''),
        import_id: query.get('import_id')?.replace('eq.', ''),
        status: statusBy(query.get('is_approved')),
      }),
      /id\.lt\.([\w-]+)/.exec(query.get('or') ?? '')?.[1],
      Number(query.get('limit')),
    );
  });
  answer('POST', `/rest/v1/rpc/search_${table}`, ({ body }) => {
    const { before_id, page_size } = body as { before_id?: string; page_size: number };
    return page(matching(body as Search), before_id, page_size);
  });
  answer('POST', `/rest/v1/rpc/${table === 'leads' ? 'lead' : 'company'}_totals`, ({ body }) => {
    const rows = matching(body as Search);
    return {
      total: rows.length,
      approved: rows.filter((row) => row.is_approved).length,
      reviewed: rows.filter((row) => row.is_approved !== null).length,
      is_estimated: false,
    };
  });
  answer('POST', `/rest/v1/rpc/count_${table}`, ({ body }) => {
    const { approved } = body as { approved?: boolean };
    return matching(body as Search).filter((row) => approved === undefined || (row.is_approved === true) === approved)
      .length;
  });
  answer('POST', `/rest/v1/rpc/count_${table}_among`, ({ body }) => {
    const { ids } = body as { ids: string[] };
    return matching(body as Search).filter(({ id }) => ids.includes(id)).length;
  });
  answer('PATCH', path, patch);
  answer('POST', `/rest/v1/rpc/undo_${table === 'leads' ? 'lead' : 'company'}_decisions`, undo);
  answer('POST', '/rest/v1/rpc/delete_rows', remove);
  answer('POST', '/rest/v1/rpc/recent_deletions', () =>
    [...Map.groupBy(deleted, ({ deletion }) => deletion)].map(([deletion, rows]) => ({
      deletion,
      relation: `public.${table}`,
      row_count: rows.length,
      deleted_at: new Date().toISOString(),
    })),
  );
  answer('POST', '/rest/v1/rpc/restore_deleted', () => {
    const restored = deleted.splice(0).filter(({ row }) => !fake.rows.includes(row));
    fake.rows = [...restored.map(({ row }) => row), ...fake.rows];
    return { restored: restored.length, skipped: 0, remaining: 0 };
  });
  answer('POST', '/rest/v1/rpc/audience_names', () => []);
  answer('POST', '/rest/v1/rpc/comment_counts', () => []);
  answer('GET', '/rest/v1/rejection_reasons', () => []);
  answer('POST', '/rest/v1/rpc/leads_of_rejected_companies', () => []);
  answer('POST', '/rest/v1/rpc/suppressed_leads', ({ body }) =>
    fake.suppressed
      .filter((id) => (body as { ids: string[] }).ids.includes(id))
      .map((lead_id) => ({ lead_id, is_agency: true, kind: 'domain', value: 'rival.example', reason: 'Sued us' })),
  );
  answer('GET', '/rest/v1/customers', () => []);
  answer('HEAD', '/rest/v1/customers', () => new Response(null, { headers: { 'Content-Range': '0-0/1' } }));
  return fake;
}
