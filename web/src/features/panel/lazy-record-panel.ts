import { lazyPart } from '@/lib/lazy-part.tsx';

/** The panel, whose code is loaded when it is first opened. */
export const LazyRecordPanel = lazyPart('RecordPanel', () => import('./record-panel.tsx'));
