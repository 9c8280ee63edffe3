// Counts what an import leaves out of cells: emails that are placeholders, further emails of a cell, pages of companies as profiles of people, and what Excel has made of numbers.
import { isLeadEmail, isPlaceholderEmail } from '../email.ts';
import { cellCleaner, isDamaged, isPageOfCompany, plainCell } from './cleaning.ts';
import { columnsByTarget } from './mapping.ts';
import type { ColumnMapping, ImportType } from './targets.ts';

/**
 * `emptied`: cells with a placeholder such as test@test.com; `shortened`: cells with further addresses than the first; `pages`: LinkedIn pages of
 * companies in place of people's; `damaged`: cells that Excel has changed, with an example.
 */
export type CellsLeftOut = { emptied: number; shortened: number; pages: number; damaged: number; example: string };

const ADDRESS = /[^\s@<>()[\]{},;|:"'/]+@[^\s@<>()[\]{},;|:"'/?]+/g;

/** Counts what the import leaves out of the cells of a file's rows. */
export function cellSurvey(type: ImportType, headers: readonly string[], mapping: ColumnMapping) {
  const byTarget = columnsByTarget(type, headers, mapping);
  const columns = byTarget.get('email') ?? [];
  const others = (['phone', 'size', 'linkedin_profile_url'] as const).flatMap((target) =>
    (byTarget.get(target) ?? []).map((column) => ({ target, column })),
  );
  const clean = cellCleaner('email');
  const found: CellsLeftOut = { emptied: 0, shortened: 0, pages: 0, damaged: 0, example: '' };
  const add = (cells: readonly string[]) => {
    for (const { target, column } of others) {
      const text = plainCell(cells[column] ?? '');
      if (isPageOfCompany(target, text)) found.pages += 1;
      if (!isDamaged(target, text)) continue;
      found.damaged += 1;
      found.example ||= text;
    }
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
