import { Compass } from 'lucide-react';
import { Link } from 'react-router';
import { usePageTitle } from '@/lib/page-title.ts';
import { paths } from '@/paths.ts';
import { buttonClass } from '@/ui/button.tsx';
import { NoticePage } from '@/ui/notice-page.tsx';

export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <NoticePage
      icon={Compass}
      title="404: page not found"
      description="There is no page at this address. It may have moved, or the link may be mistyped."
      action={
        <Link to={paths.home} className={buttonClass('primary')}>
          Return to Home
        </Link>
      }
    />
  );
}
