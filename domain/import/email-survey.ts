// Counts the emails that an import leaves out: placeholders, and further addresses of a cell.
import { isLeadEmail, isPlaceholderEmail } from '../email.ts';
import { cellCleaner, plainCell } from './cleaning.ts';
import { columnsByTarget } from './mapping.ts';
import type { ColumnMapping, ImportType } from './targets.ts';

/** `emptied`: cells with a placeholder such as test@test.com; `shortened`: cells with further addresses than the first. */
export type EmailsLeftOut = { emptied: number; shortened: number };

const ADDRESS = /[^\s@<>()[\]{},;|:"'/]+@[^\s@<>()[\]{},;|:"'/?]+/g;

/** Counts what the import leaves out of the emails of a file's rows. */
export function emailSurvey(type: ImportType, headers: readonly string[], mapping: ColumnMapping) {
  const columns = columnsByTarget(type, headers, mapping).get('email') ?? [];
  const clean = cellCleaner('email');
  const found: EmailsLeftOut = { emptied: 0, shortened: 0 };
  const add = (cells: readonly string[]) => {
    for (const column of columns) {
      const addresses = plainCell(cells[column] ?? '').match(ADDRESS) ?? [];
      const value = clean(cells[column] ?? '');
      if (value === null) found.emptied += Number(addresses.some(isPlaceholderEmail));
      else if (isLeadEmail(value)) found.shortened += Number(addresses.some((address) => isOther(address, value)));
    }
  };
  return { add, found };
}

const isOther = (address: string, email: string) => address.replace(/[.]+$/, '').toLowerCase() !== email.toLowerCase();
