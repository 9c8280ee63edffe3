import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RowError } from '#domain/import/result.ts';
import type { ImportType } from '#domain/import/targets.ts';
import { importPreview } from '#domain/limits.ts';
import { keysetPages, PAGE_SIZE, pageAfter, pageOf } from '@/lib/keyset.ts';
import { rows } from '@/lib/rows.ts';
import { isUuid } from '@/lib/uuid.ts';
import type { ImportFilters } from './filters.ts';

type StoredImport = {
  id: string;
  customer_id: string;
  file_name: string;
  import_type: ImportType;
  audience: string | null;
  created_at: string;
  created_by: string | null;
  total_rows: number;
  successful_rows: number;
  duplicate_rows: number;
  error_rows: number;
  companies_created: number;
  undone_at: string | null;
  undone_by: string | null;
  removed_leads: number;
  removed_companies: number;
  remaining_leads: number | null;
  remaining_companies: number | null;
  customers: { name: string } | null;
};

/** An import with the people behind it by name; null where an account is gone. */
export type PastImport = StoredImport & { importer: string | null; undoer: string | null };

/** A refused row as it is kept. */
export type RefusedRow = RowError & { cells: string[] };

const COLUMNS =
  'id, customer_id, file_name, import_type, audience, created_at, created_by, total_rows, successful_rows, duplicate_rows, error_rows, companies_created, undone_at, undone_by, removed_leads, removed_companies, remaining_leads, remaining_companies, customers(name)';

const importKeys = {
  list: (filters: ImportFilters) => ['imports', 'list', filters] as const,
  count: (filters: ImportFilters) => ['imports', 'count', filters] as const,
  one: (id: string) => ['imports', 'one', id] as const,
  errors: (id: string) => ['imports', 'errors', id] as const,
  kept: (id: string) => ['imports', 'kept', id] as const,
};

/** The imports, newest first. */
export const importList = (filters: ImportFilters) =>
  infiniteQueryOptions({
    queryKey: importKeys.list(filters),
    queryFn: async ({ pageParam: after, signal }) => {
      let request = rows.from('imports').select(COLUMNS);
      if (filters.customerId) request = request.eq('customer_id', filters.customerId);
      if (filters.withErrors) request = request.gt('error_rows', 0);
      const { data } = await pageAfter(request, after, PAGE_SIZE).abortSignal(signal).throwOnError();
      return pageOf(await withPeople(data, signal));
    },
    ...keysetPages,
    placeholderData: keepPreviousData,
  });

export const importCount = (filters: ImportFilters) =>
  queryOptions({
    queryKey: importKeys.count(filters),
    queryFn: async ({ signal }): Promise<number> => {
      let request = rows.from('imports').select('*', { count: 'exact', head: true });
      if (filters.customerId) request = request.eq('customer_id', filters.customerId);
      if (filters.withErrors) request = request.gt('error_rows', 0);
      const { count } = await request.abortSignal(signal).throwOnError();
      return count ?? 0;
    },
    placeholderData: keepPreviousData,
    meta: { logAs: 'Error counting imports' },
  });

/** One import; null where there is none. */
export const oneImport = (id: string) =>
  queryOptions({
    queryKey: importKeys.one(id),
    queryFn: async ({ signal }): Promise<PastImport | null> => {
      if (!isUuid(id)) return null;
      const { data } = await rows.from('imports').select(COLUMNS).eq('id', id).abortSignal(signal).throwOnError();
      return (await withPeople(data, signal))[0] ?? null;
    },
  });

async function withPeople(imports: StoredImport[], signal: AbortSignal): Promise<PastImport[]> {
  const ids = new Set(imports.flatMap(({ created_by, undone_by }) => [created_by, undone_by]));
  ids.delete(null);
  if (ids.size === 0) return imports.map((one) => ({ ...one, importer: null, undoer: null }));
  const { data } = await rows
    .from('profiles')
    .select('id, email, full_name')
    .in('id', [...ids] as string[])
    .abortSignal(signal)
    .throwOnError();
  const names = new Map(data.map(({ id, email, full_name }) => [id, full_name ?? email]));
  const nameOf = (id: string | null) => (id && names.get(id)) ?? null;
  return imports.map((one) => ({ ...one, importer: nameOf(one.created_by), undoer: nameOf(one.undone_by) }));
}

/** The refused rows that are named, the first in the file first. */
export const firstErrors = (id: string) =>
  queryOptions({
    queryKey: importKeys.errors(id),
    queryFn: async ({ signal }): Promise<RowError[]> => {
      const { data } = await rows
        .from('import_errors')
        .select('row, error')
        .eq('import_id', id)
        .order('row')
        .limit(importPreview.errors)
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
    meta: { logAs: 'Error fetching the errors of an import' },
  });

const NAMED = 5;

/** The first names of what an import has made and is still there. */
export const keptNames = (id: string) =>
  queryOptions({
    queryKey: importKeys.kept(id),
    queryFn: async ({ signal }): Promise<{ leads: string[]; companies: string[] }> => {
      const named = async (table: 'leads' | 'companies') => {
        const request = rows.from(table).select('name').eq('import_id', id);
        const { data } = await pageAfter(request, null, NAMED).abortSignal(signal).throwOnError();
        return data.map(({ name }) => name);
      };
      const [leads, companies] = await Promise.all([named('leads'), named('companies')]);
      return { leads, companies };
    },
    meta: { logAs: 'Error fetching what an import has made' },
  });

const ERRORS_PAGE = 1000;

/** The header texts of an import's file in its order; null where it is too old for them to be known. */
export async function readColumns(id: string): Promise<string[] | null> {
  const { data } = await rows.from('imports').select('columns').eq('id', id).single().throwOnError();
  return data.columns as string[] | null;
}

/** Every refused row of an import, page by page. */
export async function* refusedRows(id: string): AsyncGenerator<RefusedRow[]> {
  let after = 0;
  let page: RefusedRow[];
  do {
    const { data } = await rows
      .from('import_errors')
      .select('row, error, cells')
      .eq('import_id', id)
      .gt('row', after)
      .order('row')
      .limit(ERRORS_PAGE)
      .throwOnError();
    page = data as RefusedRow[];
    yield page;
    after = page.at(-1)?.row ?? after;
  } while (page.length === ERRORS_PAGE);
}

/** Undoes an import, or as much of it as one call can. `isDone` once nothing is left of it but what is kept. */
export async function undoImport(id: string) {
  const { data } = await rows
    .rpc('undo_import', { import_id: id })
    .select('removed_leads, removed_companies, remaining_leads, remaining_companies')
    .single()
    .throwOnError();
  const { removed_leads, removed_companies, remaining_leads, remaining_companies } = data;
  return {
    removed: removed_leads + removed_companies,
    kept: (remaining_leads ?? 0) + (remaining_companies ?? 0),
    isDone: remaining_leads !== null,
  };
}
