import { useEffect } from 'react';

const PRODUCT = 'Leadlight';

/** Sets the title of the browser's tab. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}
