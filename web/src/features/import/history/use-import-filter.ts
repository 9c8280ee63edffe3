import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { uuidIn } from '@/lib/uuid.ts';
import { oneImport } from './history-data.ts';

/** The import that the URL limits a list to, and a function that removes all filters from the URL. */
export function useImportFilter(): [string | null, () => void] {
  const [url, setUrl] = useSearchParams();
  return [uuidIn(url.get('import')), () => setUrl({}, { replace: true })];
}

/** 'imported from team.csv for Northwind'. */
export function useImportDescription(id: string): string {
  const { data: entry } = useQuery(oneImport(id));
  const customer = entry?.customers ? ` for ${entry.customers.name}` : '';
  return `imported from ${entry?.file_name ?? 'one file'}${customer}`;
}
