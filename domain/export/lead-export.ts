// The file of approved leads: its name, its columns, its cells.
import { spreadsheetLine } from '../csv/cells.ts';
import { plainName } from '../name.ts';

/** The fields of a lead that the file shows. */
export type ExportedLead = {
  name: string;
  email: string | null;
  title: string | null;
  company: string | null;
  location: string | null;
  linkedin_profile_url: string | null;
  phone: string | null;
  audience: string | null;
};

const columns = {
  Name: 'name',
  Email: 'email',
  Title: 'title',
  Company: 'company',
  Location: 'location',
  'LinkedIn URL': 'linkedin_profile_url',
  Phone: 'phone',
  Audience: 'audience',
} as const satisfies Record<string, keyof ExportedLead>;

/** The columns of the table that the file needs, for a select. */
export const exportedFields = Object.values(columns);

/** How the file begins: the byte-order mark, by which spreadsheets know UTF-8, and the header line (SPEC §3, §9). */
export const exportHead = `\ufeff${line(Object.keys(columns))}`;

/** One lead as a line with its line end, by RFC 4180. */
export function exportLine(lead: ExportedLead): string {
  return line(exportedFields.map((field) => lead[field] ?? ''));
}

/** The file's name: whose leads, or all customers', and the day by the local clock. */
export function exportFileName(customerName: string | null, day: Date): string {
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return `Approved leads - ${fileNamePart(customerName ?? 'all customers')} - ${date}.csv`;
}

function line(cells: readonly string[]): string {
  return `${spreadsheetLine(cells)}\r\n`;
}

/** What no file system takes becomes a dash. */
function fileNamePart(text: string): string {
  return plainName(text).replace(/[\\/:*?"<>|]+/g, '-');
}
