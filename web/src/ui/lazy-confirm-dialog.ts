import { lazyPart } from '@/lib/lazy-part.tsx';

/** The confirmation of pages that are shown before its code is loaded. They load it soon after, since a dialog may also open offline. */
export const LazyConfirmDialog = lazyPart('ConfirmDialog', () => import('./confirm-dialog.tsx'));
