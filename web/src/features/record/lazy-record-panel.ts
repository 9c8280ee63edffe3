import { lazy } from 'react';

/** The panel, whose code is loaded when it is first opened. */
export const LazyRecordPanel = lazy(async () => ({ default: (await import('./record-panel.tsx')).RecordPanel }));
