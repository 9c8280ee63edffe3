import { useSearchParams } from 'react-router';
import { isUuid } from '../../../lib/uuid.ts';

/** The import to whose rows the address narrows a list, and a way to let all of its filters go. */
export function useImportInAddress(): [string | null, () => void] {
  const [url, setUrl] = useSearchParams();
  const id = url.get('import');
  return [id && isUuid(id) ? id : null, () => setUrl({}, { replace: true })];
}
