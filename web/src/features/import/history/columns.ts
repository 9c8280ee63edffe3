import { ROW } from '@/ui/list/layout.ts';

/** How a row of the history is laid out. */
export const IMPORT_ROW = `${ROW} grid-cols-[minmax(0,1fr)_auto] md:@4xl:grid-cols-[minmax(0,6fr)_minmax(0,3fr)_minmax(0,3fr)_7.5rem_4.5rem_4.5rem_4.5rem_7rem]`;
