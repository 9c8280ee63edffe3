import { counted } from '@/lib/format.ts';

/** '1 row', '1,200 rows'. */
export const countedRows = (count: number) => counted(count, { one: 'row', many: 'rows' });

/** '1 column', '63 columns'. */
export const countedColumns = (count: number) => counted(count, { one: 'column', many: 'columns' });
