import { ShieldX } from 'lucide-react';
import { Link } from 'react-router';
import { usePageTitle } from '@/lib/page-title.ts';
import { paths } from '@/paths.ts';
import { buttonClass } from '@/ui/button.tsx';
import { NoticePage } from '@/ui/notice-page.tsx';
import { GrantsNote } from './grants-note.tsx';

export function AccessDenied() {
  usePageTitle('Access Denied');
  return (
    <NoticePage
      icon={ShieldX}
      title="Access Denied"
      description="You don't have permission to access this page."
      action={
        <>
          <GrantsNote className="mb-6 text-left" />
          <Link to={paths.home} className={buttonClass('primary')}>
            Return to Home
          </Link>
        </>
      }
    />
  );
}
