import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PAGE_SIZE, pageAfter, pagedQuery } from '@/lib/keyset.ts';
import { COUNT, type FunctionRow, type RowOf, readCount, readData, rows } from '@/lib/rows.ts';
import { isUuid } from '@/lib/uuid.ts';

export type ImportFilters = { customerId: string | null; withErrors: boolean };

const selectImports = () =>
  rows
    .from('imports')
    .select(
      'id, customer_id, file_name, import_type, audience, created_at, created_by, total_rows, successful_rows, duplicate_rows, error_rows, companies_created, updating, updated_rows, restored_rows, unrestored_rows, undone_at, undone_by, removed_leads, removed_companies, remaining_leads, remaining_companies, told_at, customers(name)',
    );

type ImportRow = RowOf<typeof selectImports>;

/** An import with the names of the users who imported and undid it; null if an account was deleted. */
export type PastImport = ImportRow & { importedBy: string | null; undoneBy: string | null };

export const importList = (filters: ImportFilters) =>
  pagedQuery(['imports', 'list', filters], async (after, signal) => {
    const request = filtered(selectImports(), filters);
    const data = await readData(pageAfter(request, after, PAGE_SIZE), signal);
    return withUserNames(data, signal);
  });

export const importCount = (filters: ImportFilters) =>
  queryOptions({
    queryKey: ['imports', 'count', filters],
    queryFn: ({ signal }) => readCount(filtered(rows.from('imports').select('*', COUNT), filters), signal),
    placeholderData: keepPreviousData,
    meta: { logAs: 'Error counting imports' },
  });

type Filterable<Self> = {
  eq: (column: 'customer_id', value: string) => Self;
  gt: (column: 'error_rows', value: number) => Self;
};

function filtered<Request extends Filterable<Request>>(
  request: Request,
  { customerId, withErrors }: ImportFilters,
): Request {
  const ofCustomer = customerId ? request.eq('customer_id', customerId) : request;
  return withErrors ? ofCustomer.gt('error_rows', 0) : ofCustomer;
}

/** One import; null if there is none with this id. */
export const oneImport = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: async ({ signal }): Promise<PastImport | null> => {
      if (!isUuid(id)) return null;
      const data = await readData(selectImports().eq('id', id), signal);
      return (await withUserNames(data, signal))[0] ?? null;
    },
  });

async function withUserNames(imports: ImportRow[], signal: AbortSignal): Promise<PastImport[]> {
  const ids = new Set(
    imports.flatMap(({ created_by, undone_by }) => [created_by, undone_by]).filter((id) => id !== null),
  );
  const names = new Map<string, string>();
  if (ids.size > 0) {
    const request = rows
      .from('profiles')
      .select('id, email, full_name')
      .in('id', [...ids]);
    const data = await readData(request, signal);
    for (const { id, email, full_name } of data) names.set(id, full_name ?? email);
  }
  const userName = (id: string | null) => (id && names.get(id)) ?? null;
  return imports.map((one) => ({ ...one, importedBy: userName(one.created_by), undoneBy: userName(one.undone_by) }));
}

const MAX_NAMES = 5;

/** The names of the first leads and companies that remain of an import. */
export const remainingNames = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'remaining', id],
    queryFn: async ({ signal }): Promise<{ leads: string[]; companies: string[] }> => {
      const namesIn = async (table: 'leads' | 'companies') => {
        const request = rows.from(table).select('name').eq('import_id', id);
        const data = await readData(pageAfter(request, null, MAX_NAMES), signal);
        return data.map(({ name }) => name);
      };
      const [leads, companies] = await Promise.all([namesIn('leads'), namesIn('companies')]);
      return { leads, companies };
    },
    meta: { logAs: 'Error fetching the remaining rows of an import' },
  });

/** The rows that undoing an import would delete and leave. */
export const undoPreview = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'undo preview', id],
    queryFn: async ({ signal }): Promise<UndoPreview | null> => {
      const data = await readData(rows.rpc('undo_preview', { import_id: id }), signal);
      return data[0] ?? null;
    },
    staleTime: 0, // customers review meanwhile
    meta: { logAs: 'Error previewing the undo of an import' },
  });

/** The values that undoing an import would restore. */
export const restorePreview = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'restore preview', id],
    queryFn: async ({ signal }): Promise<RestorePreview | null> => {
      const data = await readData(rows.rpc('restore_preview', { import_id: id }), signal);
      return data[0] ?? null;
    },
    staleTime: 0,
    meta: { logAs: 'Error previewing the undo of updates' },
  });

export type RestorePreview = FunctionRow<'restore_preview'>;

export type UndoPreview = FunctionRow<'undo_preview'>;

/** Counts of rows; those that remain are known once only changed rows do. */
export type UndoProgress = Pick<
  ImportRow,
  | 'removed_leads'
  | 'removed_companies'
  | 'remaining_leads'
  | 'remaining_companies'
  | 'restored_rows'
  | 'unrestored_rows'
>;

/** Undoes an import, or as much of it as one call can. */
export function undoImport(id: string): Promise<UndoProgress> {
  return readData(
    rows
      .rpc('undo_import', { import_id: id })
      .select('removed_leads, removed_companies, remaining_leads, remaining_companies, restored_rows, unrestored_rows')
      .single(),
  );
}

export type News = FunctionRow<'preview_news'>;

/** What telling the customer of an import would send, and to whom. */
export const newsPreview = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'news', id],
    queryFn: ({ signal }): Promise<News> => readData(rows.rpc('preview_news', { import_id: id }).single(), signal),
    staleTime: 0, // customers review meanwhile
    meta: { logAs: 'Error previewing the email about an import' },
  });

/** Emails those who review for the customer of an import, and returns their number. */
export const tellCustomer = (id: string, message: string): Promise<number> =>
  readData(rows.rpc('tell_customer', { import_id: id, ...(message && { message }) }));
