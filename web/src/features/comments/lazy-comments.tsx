import { Suspense } from 'react';
import { lazyCode } from '@/lib/lazy-code.tsx';
import { CommentsLoading } from './comments-loading.tsx';
import type { Commented } from './data.ts';

const Comments = lazyCode('Comments', () => import('./comments.tsx'));

/** The comments on a row, whose code is loaded when they are first shown. */
export const LazyComments = ({ of }: { of: Commented }) => (
  <Suspense fallback={<CommentsLoading />}>
    <Comments key={of.id} of={of} />
  </Suspense>
);
