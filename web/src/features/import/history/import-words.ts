import { counted, formatNumber } from '@/lib/format.ts';

/** '12 leads and 3 companies', '1 company', 'Nothing'. */
export function leadsAndCompanies(leads: number, companies: number): string {
  const parts = [
    leads > 0 && counted(leads, { one: 'lead', many: 'leads' }),
    companies > 0 && counted(companies, { one: 'company', many: 'companies' }),
  ];
  return parts.filter(Boolean).join(' and ') || 'Nothing';
}

/** 'Ada, Bea and 3 more'. */
export function firstOf(names: readonly string[], total: number): string {
  const more = total - names.length;
  return names.join(', ') + (more > 0 ? ` and ${formatNumber(more)} more` : '');
}
