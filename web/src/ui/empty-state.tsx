import { type LucideIcon, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { texts } from './texts.ts';

export type EmptyStateProps = { icon: LucideIcon; title: string; description?: ReactNode; action?: ReactNode };

export function EmptyState({ icon: Icon, title, description, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center">
      <span className="mb-4 grid size-14 place-items-center rounded-lg border border-border bg-raised text-muted">
        <Icon aria-hidden className="size-6" strokeWidth={1.5} />
      </span>
      <p className="font-medium">{title}</p>
      {description && <p className="mt-1 max-w-sm text-balance text-muted text-sm">{description}</p>}
      {action && <div className="mt-5 flex gap-2">{action}</div>}
    </div>
  );
}

export type NoMatchProps = {
  rows: string;
  filters: string;
  onClear: () => void;
  /** Why there are none, instead of the filters. */
  reason?: { title: string; description: string } | undefined;
};

/** Names the filters that no row matches, and clears them. */
export function NoMatch({ rows, filters, onClear, reason }: NoMatchProps) {
  const clear = () => {
    onClear();
    document.querySelector('main')?.focus({ preventScroll: true }); // the button disappears
  };
  return (
    <EmptyState
      icon={SearchX}
      title={reason?.title ?? texts.noMatch.title(rows)}
      description={<span className="wrap-anywhere">{reason?.description ?? texts.noMatch.description(filters)}</span>}
      action={<Button onClick={clear}>{texts.noMatch.clear}</Button>}
    />
  );
}
