import { type ComponentProps, Suspense } from 'react';
import { lazyCode } from '@/lib/lazy-code.tsx';
import { VersionLoading } from './version-loading.tsx';

const VersionView = lazyCode('VersionView', () => import('./version-view.tsx'));

/** The versions of a campaign, whose code, with that for differences, is loaded when they are first shown. */
export const LazyVersionView = (props: ComponentProps<typeof VersionView>) => (
  <Suspense fallback={<VersionLoading />}>
    <VersionView {...props} />
  </Suspense>
);
