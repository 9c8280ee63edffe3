import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { uuidIn } from '@/lib/uuid.ts';
import { texts } from '../texts.ts';
import { oneImport } from './history-data.ts';

/** The import that the URL limits a list to, and a function that removes all filters from the URL. */
export function useImportFilter(): [string | null, () => void] {
  const [url, setUrl] = useSearchParams();
  return [uuidIn(url.get('import')), () => setUrl({}, { replace: true })];
}

/** 'imported from team.csv for Northwind'. */
export function useImportDescription(id: string): string {
  const { data: entry } = useQuery(oneImport(id));
  return texts.history.importedFrom(entry?.file_name, entry?.customers?.name);
}
