import { Suspense } from 'react';
import { lazyCode } from '@/lib/lazy-code.tsx';
import { NameShape } from '@/ui/list/table-skeleton.tsx';
import type { Commented } from './data.ts';
import { texts } from './texts.ts';

const Comments = lazyCode('Comments', () => import('./comments.tsx'));

/** The comments on a row, whose code is loaded when they are first shown. */
export function LazyComments({ of }: { of: Commented }) {
  return (
    <Suspense
      fallback={
        <div role="status" aria-label={texts.loading}>
          <NameShape />
        </div>
      }
    >
      <Comments key={of.id} of={of} />
    </Suspense>
  );
}
