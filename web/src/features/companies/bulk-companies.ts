import type { BulkTable, Walked } from '@/features/bulk/table.ts';
import {
  type CompanyScope,
  companyCount,
  companyKeys,
  companyTally,
  countCompaniesAmong,
  refreshCompanies,
  walkCompanies,
} from './data.ts';
import { COMPANY } from './noun.ts';

/** Companies as something that is worked upon many at a time. */
export const bulkCompanies: BulkTable<CompanyScope> = {
  table: 'companies',
  noun: COMPANY,
  key: companyKeys.all,
  walk: (scope, signal) => walkCompanies<Walked>('id, created_at, is_approved', scope, signal),
  tally: companyTally,
  count: companyCount,
  countAmong: countCompaniesAmong,
  refresh: refreshCompanies,
};
