import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Skeleton } from '../skeleton.tsx';
import { LIST } from './layout.ts';

export type TableSkeletonProps = {
  /** Such as 'Loading leads'. */
  label: string;
  rowClass: string;
  headOnPhone?: boolean;
  /** The skeletons of one row. */
  children: ReactNode;
};

const ROWS = Array.from({ length: 12 }, (_, index) => index);

/** Shown while the first rows of a table are loading. */
export function TableSkeleton({ label, rowClass, headOnPhone, children }: TableSkeletonProps) {
  return (
    <div role="status" aria-label={label} className={LIST}>
      <div className="rounded-lg border border-border bg-raised">
        <div className={clsx('h-9 border-border border-b', !headOnPhone && 'max-md:hidden')} />
        {ROWS.map((place) => (
          <div key={place} className={clsx(rowClass, 'border-border border-b last:border-b-0')}>
            {children}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The skeleton of a picture and a name. */
export function NameShape() {
  return (
    <span className="flex items-center gap-2.5">
      <Skeleton className="size-7 rounded-full! max-md:size-9" />
      <Skeleton className="h-3.5 w-32" />
    </span>
  );
}

/** A skeleton in a cell that is shown at some widths only. */
export function CellShape({ shown, shape }: { shown: string; shape: string }) {
  return (
    <span className={shown}>
      <Skeleton className={shape} />
    </span>
  );
}
