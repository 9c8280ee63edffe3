import { lazyPart } from '@/lib/lazy-code.tsx';

/** The panel, whose code is loaded when it is first opened. */
export const LazyRecordPanel = lazyPart('RecordPanel', () => import('./record-panel.tsx'));
