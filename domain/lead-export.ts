import { spreadsheetLine } from './csv/cells.ts';
import type { Database } from './database.types.ts';
import { plainName } from './name.ts';

type LeadColumns = Database['public']['Tables']['leads']['Row'];

const columns = {
  Name: 'name',
  Email: 'email',
  Title: 'title',
  Company: 'company',
  Location: 'location',
  'LinkedIn URL': 'linkedin_profile_url',
  Phone: 'phone',
  Audience: 'audience',
} as const satisfies Record<string, keyof LeadColumns>;

/** The columns to select. */
export const exportedFields = Object.values(columns);

export type ExportedLead = Pick<LeadColumns, (typeof exportedFields)[number]>;

/** The byte-order mark, by which spreadsheets recognize UTF-8, and the header line with the labels of custom fields (SPEC §3, §9). */
export function exportHeadWith(labels: readonly string[]): string {
  return `\ufeff${line([...Object.keys(columns), ...labels])}`;
}

/** A lead as a CSV line with its line end (RFC 4180), and the values of custom fields. */
export function exportLine(lead: ExportedLead, values: readonly string[] = []): string {
  return line([...exportedFields.map((field) => lead[field] ?? ''), ...values]);
}

/** The header line of rejected leads. */
export const rejectedHead = `\ufeff${line([...Object.keys(columns), 'Reason', 'Note'])}`;

/** A rejected lead as a CSV line, with the name of its reason. */
export function rejectedLine(lead: ExportedLead, reason: string | null, note: string | null): string {
  return line([...exportedFields.map((field) => lead[field] ?? ''), reason ?? '', note ?? '']);
}

/** The file name, with the customer (null for all customers) and the local date. */
export function exportFileName(customerName: string | null, day: Date, what = 'Approved leads'): string {
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return `${what} - ${fileNamePart(customerName ?? 'all customers')} - ${date}.csv`;
}

function line(cells: readonly string[]): string {
  return `${spreadsheetLine(cells)}\r\n`;
}

/** Replaces characters that file systems reject. */
function fileNamePart(text: string): string {
  return plainName(text).replace(/[\\/:*?"<>|]+/g, '-');
}
