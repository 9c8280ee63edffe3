import { SearchX } from 'lucide-react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { texts } from './texts.ts';

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
