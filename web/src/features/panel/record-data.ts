import { queryOptions } from '@tanstack/react-query';
import type { CustomValues } from '#domain/custom-fields.ts';
import { cursorArguments, PAGE_SIZE, pagedQuery } from '@/lib/keyset.ts';
import { listKeys, type TableName } from '@/lib/list-keys.ts';
import { type FunctionRow, type RowOf, readData, rows } from '@/lib/rows.ts';
import type { SelectedRow } from '@/lib/selected-row.ts';

const SHARED =
  'id, customer_id, name, is_approved, decided_at, decided_values, duplicate_of, duplicate_keys, is_separate, custom, internal_values(custom), rejection_reason_id, rejection_note, import_id, created_at, updated_at, customers(name), imports(file_name), import_matches(import_id, imports(file_name)), decisions(id, is_approved, rejection_reason_id, rejection_note, previous_is_approved, decided_by, decided_at)';

const LEAD =
  `${SHARED}, first_name, last_name, email, phone, title, company, location, headline, notes, audience, profile_picture_url, linkedin_profile_url` as const;

const COMPANY =
  `${SHARED}, website, domain, linkedin_url, industry, size, employee_count, founded_year, location, description` as const;

const COLUMNS = { leads: LEAD, companies: COMPANY };

export type LeadRecord = SelectedRow<'leads', typeof LEAD>;
export type CompanyRecord = SelectedRow<'companies', typeof COMPANY>;
export type RecordedDecision = LeadRecord['decisions'][number];

/** How many decisions of a row are read. */
export const MAX_DECISIONS = 50;
/** How many of the imports that have a row too are read. */
const MAX_MATCHES = 20;

/** A row with all its fields and its decisions, newest first; null if it was deleted or the caller may not see it. */
export const recordQuery = (table: TableName, id: string) =>
  queryOptions({
    queryKey: listKeys(table).record(id),
    queryFn: ({ signal }): Promise<LeadRecord | CompanyRecord | null> =>
      readData(
        rows
          .from(table)
          .select<string, LeadRecord | CompanyRecord>(COLUMNS[table])
          .eq('id', id)
          .order('decided_at', { referencedTable: 'decisions', ascending: false })
          .limit(MAX_DECISIONS, { referencedTable: 'decisions' })
          .limit(MAX_MATCHES, { referencedTable: 'import_matches' })
          .maybeSingle(),
        signal,
      ),
  });

export type RecordChange = Record<string, string | number | boolean | null | CustomValues>;

/** Stores the values of the internal fields of a row. */
export async function saveInternalValues(
  table: TableName,
  { id, customer_id }: Owned,
  custom: CustomValues,
): Promise<void> {
  const parent = table === 'leads' ? ({ lead_id: id } as const) : ({ company_id: id } as const);
  const update = rows
    .from('internal_values')
    .update({ custom })
    .match({ customer_id, ...parent });
  const data = await readData(update.select('id'));
  if (data.length > 0) return;
  await readData(rows.from('internal_values').insert({ customer_id, ...parent, custom })); // a distributed database has no upserts
}

/** Changes columns of a row unless it has changed since it was read. Returns whether it did. */
export async function updateRecord(
  table: TableName,
  { id, customer_id, updated_at }: { id: string; customer_id: string; updated_at: string },
  change: RecordChange,
): Promise<boolean> {
  if (Object.keys(change).length === 0) return true;
  const data = await readData(
    rows
      .from(table)
      .update<{ name?: string }>(change) // the columns of either table
      .eq('id', id)
      .eq('customer_id', customer_id)
      .eq('updated_at', updated_at)
      .select('id'),
  );
  return data.length > 0;
}

type Owned = { id: string; customer_id: string };

/** The row that another one is a duplicate of; null if it was deleted. */
export const originalQuery = (table: TableName, { duplicate_of, customer_id }: LeadRecord | CompanyRecord) =>
  queryOptions({
    queryKey: [...listKeys(table).all, 'original', duplicate_of],
    queryFn: ({ signal }) =>
      readData(
        rows
          .from(table)
          .select('id, name, is_approved, created_at')
          .eq('customer_id', customer_id)
          .eq('id', duplicate_of ?? '')
          .maybeSingle(),
        signal,
      ),
  });

/** The company that a lead names, if its customer has it. */
export const companyOfLead = ({ id, customer_id }: Owned) =>
  queryOptions({
    queryKey: [...listKeys('companies').all, 'of lead', id],
    queryFn: ({ signal }) =>
      readData(
        rows
          .rpc('lead_company', { customer_id, lead_id: id })
          .select('id, name, industry, size, employee_count, location, is_approved')
          .maybeSingle(),
        signal,
      ),
  });

const COMPANY_LEAD = 'id, name, title, is_approved, profile_picture_url, created_at';
type CompanyLead = SelectedRow<'leads', typeof COMPANY_LEAD>;

/** The leads that name a company, newest first. */
export const leadsOfCompany = ({ id, customer_id }: Owned) =>
  pagedQuery([...listKeys('leads').all, 'of company', id], (after, signal): Promise<CompanyLead[]> => {
    const page = { ...cursorArguments(after), page_size: PAGE_SIZE };
    return readData(rows.rpc('company_leads', { customer_id, company_id: id, ...page }).select(COMPANY_LEAD), signal);
  });

/** Where a lead was handed off to; also a former lead with one of its keys. */
type LeadHandOff = FunctionRow<'lead_hand_offs', 'flag'>;

export const leadHandOffs = ({ id, customer_id }: { id: string; customer_id: string }) =>
  queryOptions({
    queryKey: ['hand-offs', 'lead', id],
    queryFn: ({ signal }): Promise<LeadHandOff[]> =>
      readData(rows.rpc('lead_hand_offs', { customer_id, lead_id: id }), signal),
    meta: { logAs: 'Error fetching the hand-offs of a lead' },
  });

const selectResults = ({ id, customer_id }: Owned) =>
  rows
    .from('hand_off_results')
    .select('hand_off_id, kind, at, is_day, tool, reported_at')
    .eq('customer_id', customer_id)
    .eq('lead_id', id)
    .order('reported_at', { ascending: false })
    .limit(100);

export type LeadResult = RowOf<typeof selectResults>;

/** The results that the sending tools have reported of a lead. */
export const leadResults = (lead: Owned) =>
  queryOptions({
    queryKey: ['hand-off results', 'lead', lead.id],
    queryFn: ({ signal }): Promise<LeadResult[]> => readData(selectResults(lead), signal),
    meta: { logAs: 'Error fetching the results of a lead' },
  });
