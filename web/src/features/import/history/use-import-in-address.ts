import { useSearchParams } from 'react-router';
import { uuidIn } from '@/lib/uuid.ts';

/** The import to whose rows the address narrows a list, and a way to let all of its filters go. */
export function useImportInAddress(): [string | null, () => void] {
  const [url, setUrl] = useSearchParams();
  return [uuidIn(url.get('import')), () => setUrl({}, { replace: true })];
}
