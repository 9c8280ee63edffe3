import { QueryClientProvider } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { generatePath } from 'react-router';
import { HomeNotice } from '@/features/session/notice-pages.tsx';
import { useSession } from '@/features/session/session.tsx';
import { usePageTitle } from '@/lib/page-title.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { paths } from '@/paths.ts';
import { GuestReview } from './guest/guest-review.tsx';
import { readPreview } from './preview-data.ts';
import { texts } from './texts.ts';

/** The page of a link before it is made, with the rows that its sender may read. Nothing can be decided in it. */
export function PreviewPage() {
  const { user } = useSession();
  const [client] = useState(createQueryClient);
  const [link] = useState(readPreview);
  usePageTitle(texts.preview.title);
  if (!link || !user) return <HomeNotice icon={EyeOff} {...texts.preview.none} />;
  return (
    <QueryClientProvider client={client}>
      <GuestReview user={user} link={link} path={generatePath(paths.reviewPreview, {})} isPreview />
    </QueryClientProvider>
  );
}
