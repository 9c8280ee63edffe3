import { Compass } from 'lucide-react';
import { usePageTitle } from '@/lib/page-title.ts';
import { HomeNotice } from './notice-pages.tsx';
import { texts } from './texts.ts';

export function NotFoundPage() {
  usePageTitle(texts.notFound);
  return <HomeNotice icon={Compass} title={texts.notFoundTitle} description={texts.notFoundHint} />;
}
