import { useQuery } from '@tanstack/react-query';
import { oneImport } from './history-data.ts';

/** What the rows of an import are: 'imported from team.csv for Northwind'. */
export function useImportWords(id: string): string {
  const { data: entry } = useQuery(oneImport(id));
  const customer = entry?.customers ? ` for ${entry.customers.name}` : '';
  return `imported from ${entry?.file_name ?? 'one file'}${customer}`;
}
