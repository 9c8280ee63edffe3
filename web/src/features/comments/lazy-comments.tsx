import { Suspense } from 'react';
import { lazyCode } from '@/lib/lazy-code.tsx';
import { NameShape } from '@/ui/list/table-skeleton.tsx';
import { Loading } from '@/ui/skeleton.tsx';
import type { Commented } from './data.ts';
import { texts } from './texts.ts';

const Comments = lazyCode('Comments', () => import('./comments.tsx'));

/** The comments on a row, whose code is loaded when they are first shown. */
export const LazyComments = ({ of }: { of: Commented }) => (
  <Suspense
    fallback={
      <Loading label={texts.loading}>
        <NameShape />
      </Loading>
    }
  >
    <Comments key={of.id} of={of} />
  </Suspense>
);
