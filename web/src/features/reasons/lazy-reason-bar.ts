import { lazy } from 'react';

/** The bar with the reasons, whose code is loaded with the first rejection. */
export const LazyReasonBar = lazy(async () => ({ default: (await import('./reason-bar.tsx')).ReasonBar }));
