import { clsx } from 'clsx';
import { memo } from 'react';
import { SHAPE, Skeleton, SkeletonGroup } from '../skeleton.tsx';
import { type ColumnLayout, GRID, ROW, SHOWN_FROM } from './columns.ts';
import { ListFrame } from './list-frame.tsx';

export type TableSkeletonProps = {
  /** Such as 'Loading leads'. */
  label: string;
  columns: readonly (ColumnLayout & { text?: unknown })[];
  rowClass?: string | undefined;
  headOnPhone?: boolean;
};

const ROWS = Array.from({ length: 8 }, (_, index) => index);

/** Shown while the first rows of a table are loading. */
export const TableSkeleton = memo(({ label, columns, rowClass, headOnPhone }: TableSkeletonProps) => (
  <ListFrame role="status" aria-label={label} columns={columns}>
    <div className="rounded-lg border border-border bg-raised">
      <div className={clsx('h-9 border-border border-b', !headOnPhone && 'max-md:hidden')} />
      <SkeletonGroup>
        {ROWS.map((index) => (
          <div key={index} className={clsx(ROW, GRID, rowClass, 'border-border border-b last:border-b-0')}>
            {columns.map(({ title, shownFrom = 'always', text, skeleton = text ? 'h-3.5 w-2/3' : undefined }) => (
              <span
                key={title}
                className={clsx(SHOWN_FROM[shownFrom], typeof skeleton === 'string' && [SHAPE, skeleton])}
              >
                {typeof skeleton === 'string' ? null : skeleton}
              </span>
            ))}
          </div>
        ))}
      </SkeletonGroup>
    </div>
  </ListFrame>
));

/** The skeleton of a picture and a name. */
export const NameShape = () => (
  <span className="flex items-center gap-2.5">
    <Skeleton className="size-7 rounded-full! max-md:size-9" />
    <Skeleton className="h-3.5 w-32" />
  </span>
);
