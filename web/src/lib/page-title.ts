import { useEffect } from 'react';
import { brandName, useBrand } from './brand.ts';

export function usePageTitle(title: string) {
  const product = brandName(useBrand());
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}
