import { Compass } from 'lucide-react';
import { Link } from 'react-router';
import { usePageTitle } from '@/lib/page-title.ts';
import { paths } from '@/paths.ts';
import { buttonClass } from '@/ui/button.tsx';
import { NoticePage } from '@/ui/notice-page.tsx';
import { texts } from './texts.ts';

export function NotFoundPage() {
  usePageTitle(texts.notFound);
  return (
    <NoticePage
      icon={Compass}
      title={texts.notFoundTitle}
      description={texts.notFoundHint}
      action={
        <Link to={paths.home} className={buttonClass('primary')}>
          {texts.home}
        </Link>
      }
    />
  );
}
