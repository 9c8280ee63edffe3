import { CloudOff } from 'lucide-react';
import { NoticePage, type NoticePageProps } from '@/features/session/notice-page.tsx';
import { usePageTitle } from '@/lib/page-title.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from '@/ui/button.tsx';
import { texts } from './texts.ts';

/** A page that stands in place of the review. */
export function Notice({ action, ...notice }: Omit<NoticePageProps, 'action'> & Partial<NoticePageProps>) {
  usePageTitle(texts.page);
  return <NoticePage {...notice} action={action} />;
}

export function Unreadable({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => unknown }) {
  const retry = (
    <Button variant="primary" busy={isBusy} onClick={() => onRetry()}>
      {commonTexts.retry}
    </Button>
  );
  return <Notice icon={CloudOff} {...texts.unreadable} action={retry} />;
}
