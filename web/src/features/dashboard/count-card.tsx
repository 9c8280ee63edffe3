import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '@/lib/format.ts';
import { Card } from '@/ui/card.tsx';
import { LoadError } from '@/ui/error-state.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { texts } from './texts.ts';

export type CountCardProps = {
  title: string;
  icon: LucideIcon;
  to: string;
  /** Undefined while it loads. */
  count: number | undefined;
  children?: ReactNode;
};

export function CountCard({ title, icon: Icon, to, count, children }: CountCardProps) {
  return (
    <Link
      to={to}
      className="group flex flex-col rounded-lg border border-border bg-raised p-4 sm:p-5 transition-colors hover:border-control"
    >
      <span className="flex items-center gap-2 font-medium text-muted text-sm">
        <Icon aria-hidden className="size-4 shrink-0" />
        {title}
        <ChevronRight
          aria-hidden
          className="ml-auto size-4 shrink-0 max-sm:hidden transition-transform group-hover:translate-x-0.5 group-hover:text-text"
        />
      </span>
      {count === undefined ? (
        <Skeleton className="mt-3 mb-1 h-7 w-24" />
      ) : (
        <span className="mt-2 font-semibold text-2xl tabular-nums">{formatNumber(count)}</span>
      )}
      {children}
    </Link>
  );
}

/** Count cards, or an error if a count failed to load. */
export function Counts({ queries, children }: { queries: readonly UseQueryResult[]; children: ReactNode }) {
  const failed = queries.filter((query) => query.isError && query.data === undefined);
  if (failed.length === 0) return children;
  return (
    <Card>
      <LoadError
        what={texts.counts.what}
        error={failed[0]?.error}
        onRetry={() => failed.map((query) => query.refetch())}
      />
    </Card>
  );
}
