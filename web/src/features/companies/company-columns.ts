import { ROW } from '../../ui/list/layout.ts';

/** The columns of a list of companies. */
export const COMPANY_ROW = `${ROW} grid-cols-[minmax(0,1fr)_auto] md:@4xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_minmax(0,3fr)_6.5rem_5.5rem] md:@[68rem]:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_minmax(0,3fr)_6.5rem_11.5rem]`;
