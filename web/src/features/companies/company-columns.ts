import { ROW } from '@/ui/list/layout.ts';

/** The columns of a list of companies: with a box to select by and the customer, or without. */
export const COMPANY_ROWS = {
  plain: `${ROW} grid-cols-[minmax(0,1fr)_auto] md:@4xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_minmax(0,3fr)_6.5rem_5.5rem] md:@[68rem]:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_minmax(0,3fr)_6.5rem_11.5rem]`,
  selectable: `${ROW} grid-cols-[1.5rem_minmax(0,1fr)_auto] md:@4xl:grid-cols-[1.5rem_minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_6.5rem_5.5rem] md:@[68rem]:grid-cols-[1.5rem_minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_minmax(0,3fr)_6.5rem_11.5rem]`,
} as const;
