import { clsx } from 'clsx';

/** A grey shape in the place of what is to come; fades in after 150 ms, so that quick answers never show it. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className="block animate-appear">
      <span className={clsx('block animate-pulse rounded-sm bg-subtle', className)} />
    </span>
  );
}
