import { SearchX } from 'lucide-react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

export type NoMatchProps = {
  /** What the rows are, in the plural. */
  rows: string;
  /** The filters in words. */
  filters: string;
  onClear: () => void;
};

/** No row matches the filters, which are named, and can be let go. */
export function NoMatch({ rows, filters, onClear }: NoMatchProps) {
  const clear = () => {
    onClear();
    document.querySelector('main')?.focus({ preventScroll: true }); // the button goes with the message
  };
  return (
    <EmptyState
      icon={SearchX}
      title={`No ${rows} match`}
      description={<span className="wrap-anywhere">Nothing was found for {filters}.</span>}
      action={<Button onClick={clear}>Clear filters</Button>}
    />
  );
}
