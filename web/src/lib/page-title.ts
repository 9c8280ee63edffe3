import { useEffect } from 'react';

const PRODUCT = 'Leadlight';

export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}
