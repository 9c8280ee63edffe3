import { clsx } from 'clsx';
import { Children, createContext, Fragment, type ReactNode, useContext } from 'react';

/** The look of a shape. */
export const SHAPE = 'rounded-sm bg-subtle';

const IsGrouped = createContext(false);

/** A grey shape in the place of what is to come; fades in after 150 ms, so that quick answers never show it. */
export function Skeleton({ className }: { className?: string }) {
  const shape = clsx('block', SHAPE, className);
  if (useContext(IsGrouped)) return <span aria-hidden className={shape} />;
  return (
    <span aria-hidden className="block animate-appear">
      <span className={clsx(shape, 'animate-pulse')} />
    </span>
  );
}

/** Animates many shapes as one: an animation per shape takes longer than rendering the rows that replace them. */
export const SkeletonGroup = ({ children }: { children: ReactNode }) => (
  <IsGrouped value={true}>
    <div className="animate-appear">
      <div className="animate-pulse">{children}</div>
    </div>
  </IsGrouped>
);

type LoadingProps = { label: string; className?: string; count?: number; shape?: string; children?: ReactNode };

/** Announces that something loads, and shows its shape this often: the children, or a skeleton of these classes, if any. */
export const Loading = ({ label, className, count = 1, shape, children }: LoadingProps) => (
  <div role="status" aria-label={label} data-loading className={className}>
    {[...Array(count).keys()].map((index) => (
      <Fragment key={index}>{children ?? (shape && <Skeleton className={shape} />)}</Fragment>
    ))}
  </div>
);

/**
 * Shows each child when those before it have loaded: a skeleton that becomes higher or lower would move what is below it. The children are wrapped, because
 * a selector that ends with `*` would be matched with each element of the page.
 */
export const InOrder = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={className}>
    {Children.map(children, (child) => (
      <div className="peer contents peer-has-data-loading:hidden">{child}</div>
    ))}
  </div>
);
