import { clsx } from 'clsx';
import { Fragment, type ReactNode } from 'react';

/** A grey shape in the place of what is to come; fades in after 150 ms, so that quick answers never show it. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className="block animate-appear">
      <span className={clsx('block animate-pulse rounded-sm bg-subtle', className)} />
    </span>
  );
}

type LoadingProps = { label: string; className?: string; count?: number; shape?: string; children?: ReactNode };

/** Announces that something loads, and shows its shape this often: the children, or a skeleton of these classes. */
export const Loading = ({ label, className, count = 1, shape, children }: LoadingProps) => (
  <div role="status" aria-label={label} className={className}>
    {[...Array(count).keys()].map((index) => (
      <Fragment key={index}>{children ?? <Skeleton className={shape} />}</Fragment>
    ))}
  </div>
);
