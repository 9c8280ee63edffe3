import { clsx } from 'clsx';

/** The four panes of the product's sign. */
export function BrandMark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={clsx('shrink-0', className)}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g className="fill-on-accent">
        <path d="M15 6.6v8.4H6.6z" />
        <path d="M17 6.6v8.4h8.4z" opacity=".72" />
        <path d="M15 25.4V17H6.6z" opacity=".72" />
        <path d="M17 25.4V17h8.4z" opacity=".44" />
      </g>
    </svg>
  );
}
