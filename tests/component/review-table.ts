import { answer, type SentRequest } from './backend.ts';

export const CUSTOMER = '00000000-0000-4000-8000-00000000000c';

type StoredRow = { id: string; name: string; is_approved: boolean | null; audience: string | null };

/** Rows named 'Row 001' and so on, in the order of the list. */
const numbered = (count: number): StoredRow[] =>
  Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(3, '0');
    return { id: `id-${number}`, name: `Row ${number}`, is_approved: null, audience: null };
  });

type Search = { term: string; audience_name?: string };

const listed = (filter: string | null) => /^in\.\((.*)\)$/.exec(filter ?? '')?.[1]?.split(',');

/** The ids that a request names by `id=in.(…)` or `id=eq.…`. */
export const idsOf = ({ query }: SentRequest): string[] =>
  listed(query.get('id')) ?? [query.get('id')?.replace('eq.', '') ?? ''];

/** Answers the requests of a list of leads or companies from rows in memory. A search matches the start of a name. */
export function fakeTable(table: 'leads' | 'companies', count: number) {
  const path = `/rest/v1/${table}`;
  const fake = { rows: numbered(count), patch, remove };
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
    const ids = new Set(idsOf(request));
    return fake.rows.filter(({ id }) => ids.has(id));
  }
  function patch(request: SentRequest) {
    const isExpected = (row: StoredRow) =>
      changeable.every((column) =>
        [null, `eq.${row[column]}`, `is.${row[column]}`].includes(request.query.get(column)),
      );
    const changed = named(request).filter(isExpected);
    for (const row of changed) Object.assign(row, request.body);
    return request.query.get('id')?.startsWith('eq.') ? (changed[0] ?? null) : changed;
  }
  function remove(request: SentRequest) {
    const deleted = named(request);
    fake.rows = fake.rows.filter((row) => !deleted.includes(row));
    return deleted;
  }
  const matching = (term: unknown, audience?: string) =>
    fake.rows.filter((row) => row.name.startsWith(String(term)) && [undefined, row.audience].includes(audience));

  answer('GET', path, (request) => {
    const { query } = request;
    const column = /value:(\w+)/.exec(query.get('select') ?? '')?.[1] as 'is_approved' | 'audience' | undefined;
    if (column) return named(request).map((row) => ({ id: row.id, value: row[column] }));
    return page(
      matching('', query.get('audience')?.replace('eq.', '')),
      /id\.lt\.([\w-]+)/.exec(query.get('or') ?? '')?.[1],
      Number(query.get('limit')),
    );
  });
  answer('POST', `/rest/v1/rpc/search_${table}`, ({ body }) => {
    const { term, audience_name, before_id, page_size } = body as Search & { before_id?: string; page_size: number };
    return page(matching(term, audience_name), before_id, page_size);
  });
  answer('POST', `/rest/v1/rpc/${table === 'leads' ? 'lead' : 'company'}_totals`, ({ body }) => {
    const { term, audience_name } = body as Search;
    const rows = matching(term, audience_name);
    return {
      total: rows.length,
      approved: rows.filter((row) => row.is_approved).length,
      reviewed: rows.filter((row) => row.is_approved !== null).length,
      is_estimated: false,
    };
  });
  answer('POST', `/rest/v1/rpc/count_${table}`, ({ body }) => {
    const { term, audience_name, approved } = body as Search & { approved?: boolean };
    return matching(term, audience_name).filter(
      (row) => approved === undefined || (row.is_approved === true) === approved,
    ).length;
  });
  answer('POST', `/rest/v1/rpc/count_${table}_among`, ({ body }) => {
    const { ids, term, audience_name } = body as Search & { ids: string[] };
    return matching(term, audience_name).filter(({ id }) => ids.includes(id)).length;
  });
  answer('PATCH', path, patch);
  answer('DELETE', path, remove);
  answer('POST', '/rest/v1/rpc/audience_names', () => []);
  answer('GET', '/rest/v1/customers', () => []);
  return fake;
}
