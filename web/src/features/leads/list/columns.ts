import { ROW } from '@/ui/list/layout.ts';

/** Below 768 px what a lead does has a line of its own above its audience and place. */
const CARD = `${ROW} max-md:h-21`;

/** The columns of a list of leads: with a box to select by and the customer, or without. */
export const ROWS = {
  plain: `${CARD} grid-cols-[minmax(0,1fr)_auto] md:@4xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_9.5rem_5.5rem] md:@[68rem]:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_9.5rem_11.5rem]`,
  selectable: `${CARD} grid-cols-[1.5rem_minmax(0,1fr)_auto] md:@4xl:grid-cols-[1.5rem_minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_8.5rem_5.5rem] md:@[68rem]:grid-cols-[1.5rem_minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_minmax(0,3fr)_8.5rem_11.5rem]`,
} as const;

export type RowLayout = keyof typeof ROWS;
