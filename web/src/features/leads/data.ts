import { type CustomField, mergeCustomValues } from '#domain/custom-fields.ts';
import { exportLine, rejectedLine } from '#domain/lead-export.ts';
import { batchSizes } from '#domain/limits.ts';
import type { BulkColumn, Customers } from '@/features/lists/bulk/column-change.ts';
import { ofCustomers } from '@/features/lists/bulk/data.ts';
import type { Scope } from '@/features/lists/filters.ts';
import { pageReader, readScope } from '@/features/lists/list-data.ts';
import { readData, rows } from '@/lib/rows.ts';

const readExportPage = pageReader(
  'leads',
  'id, created_at, name, email, title, company, location, linkedin_profile_url, phone, audience',
);

const readRejectedPage = pageReader(
  'leads',
  'id, created_at, name, email, title, company, location, linkedin_profile_url, phone, audience, rejection_reason_id, rejection_note',
);

/** The lines of the rejected leads of a scope, page by page. */
export async function* rejectedLines(
  scope: Scope,
  reasons: ReadonlyMap<string, string>,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  for await (const page of readScope(readRejectedPage, scope, signal)) {
    yield page.map((lead) =>
      rejectedLine(lead, reasons.get(lead.rejection_reason_id ?? '') ?? null, lead.rejection_note),
    );
  }
}

/** The lines of the leads of a scope, page by page, with the values of these custom fields. */
export async function* exportedLines(
  scope: Scope,
  fields: readonly CustomField[],
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  for await (const page of readScope(readExportPage, scope, signal, fields.length > 0)) {
    yield page.map((lead) => {
      const values = mergeCustomValues(lead);
      const custom = fields.map(({ key }) => values[key] ?? '');
      return exportLine(lead, custom);
    });
  }
}

export const audienceColumn = (customers: Customers): BulkColumn<string | null> => ({
  batchSize: batchSizes.audience,
  read: (ids) => {
    const request = rows.from('leads').select('id, value:audience').in('id', ids);
    return readData(ofCustomers(request, customers).retry(false));
  },
  write: async (ids, audience, expected) => {
    let request = ofCustomers(rows.from('leads').update({ audience }).in('id', ids), customers);
    if (expected?.value === null) request = request.is('audience', null);
    else if (expected) request = request.eq('audience', expected.value);
    const data = await readData(request.select('id'));
    return data.map(({ id }) => id);
  },
});
