import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFocusHandover } from './focus-handover.ts';
import { IconButton } from './icon-button.tsx';
import { usePageMark } from './page-mark.tsx';
import { texts } from './texts.ts';

export type SelectionBarProps = {
  /** Such as '12 selected'. */
  summary: string;
  onClear: () => void;
  children: ReactNode;
};

/** Floats at the bottom of the page while rows are selected. One line on a phone. */
export function SelectionBar({ summary, onClear, children }: SelectionBarProps) {
  useFocusHandover();
  usePageMark('selection-bar');
  return (
    <section
      aria-label={texts.selection}
      className="sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full animate-rise-in items-start gap-2 rounded-lg border border-border bg-float py-2 pr-2 pl-4 shadow-float max-md:gap-1 max-md:pl-3"
    >
      <div className="flex min-h-8 min-w-0 items-center gap-2 max-md:gap-1 md:flex-wrap">
        <p role="status" title={summary} className="min-w-0 truncate font-medium text-sm tabular-nums md:mr-2">
          {summary}
        </p>
        {children}
      </div>
      <IconButton label={texts.clearSelection} icon={X} onClick={onClear} />
    </section>
  );
}
