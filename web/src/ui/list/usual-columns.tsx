import { commonTexts } from '@/lib/texts.ts';
import { RelativeTime } from '../relative-time.tsx';
import { NameShape } from './table-skeleton.tsx';

/** A picture and a name. */
export const NAME = { cellClass: 'flex min-w-0 items-center gap-2.5', skeleton: <NameShape /> } as const;

/** A number. */
export const NUMBER = {
  shownFrom: 'wide',
  headClass: 'text-right',
  cellClass: 'text-right tabular-nums',
  skeleton: 'ml-auto h-3.5 w-8',
} as const;

/** When the row was made. */
export const CREATED_AT = {
  width: '7.5rem',
  shownFrom: 'wide',
  cellClass: 'truncate text-muted',
  render: ({ created_at }: { created_at: string }) => <RelativeTime at={created_at} />,
  skeleton: 'h-3.5 w-16',
} as const;

/** The menu of a row. */
export const ACTIONS = {
  title: commonTexts.actions,
  isTitleHidden: true,
  width: '2.5rem',
  cellClass: 'flex justify-end',
} as const;
