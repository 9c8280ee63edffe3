import type { ReactNode } from 'react';
import { formatNumber } from '@/lib/format.ts';

export type PageHeaderProps = {
  title: string;
  count?: string | number | undefined;
  description?: ReactNode;
  /** The primary action comes last, at the right. */
  actions?: ReactNode;
};

export function PageHeader({ title, count, description, actions }: PageHeaderProps) {
  return (
    <header className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0 sm:flex-1 sm:basis-40">
        <h1 className="flex flex-wrap items-baseline gap-x-2 font-semibold text-xl wrap-anywhere">
          {title}
          {count !== undefined && (
            <span className="font-normal text-base text-muted tabular-nums">
              {typeof count === 'number' ? formatNumber(count) : count}
            </span>
          )}
        </h1>
        {description && <p className="mt-0.5 text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 max-sm:has-[>[role=radiogroup]]:w-full">{actions}</div>}
    </header>
  );
}
