import { lazyPart } from '@/lib/lazy-part.tsx';

/** The confirmation dialog of pages that are shown before its code is loaded. They load it soon after, because it may be opened offline. */
export const LazyConfirmDialog = lazyPart('ConfirmDialog', () => import('./confirm-dialog.tsx'));
