import { lazyCode } from '@/lib/lazy-code.tsx';

/** The bar with the reasons, whose code is loaded with the first rejection. */
export const LazyReasonBar = lazyCode('ReasonBar', () => import('./reason-bar.tsx'));
