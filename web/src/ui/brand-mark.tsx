import { clsx } from 'clsx';
import { logoUrl, useBrand } from '@/lib/brand.ts';

/** The logo of the agency, or the four panes of the product's sign. */
export function BrandMark({ className = 'size-6', logo }: { className?: string; logo?: string | null }) {
  const own = logoUrl(useBrand());
  const shown = logo === undefined ? own : logo; // null: the sign
  if (shown) return <img src={shown} alt="" className={clsx('w-auto! max-w-40 shrink-0 object-contain', className)} />;
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
