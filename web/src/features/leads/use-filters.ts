import { useUrlFilters } from '@/lib/url-parameters.ts';
import { readFilters, writeFilters } from './filters.ts';

export const useFilters = () => useUrlFilters({ read: readFilters, write: writeFilters });
