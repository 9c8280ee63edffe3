import { useEffect } from 'react';

const PRODUCT = 'Leadlight';

/** Names the browser's tab after the page. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}
