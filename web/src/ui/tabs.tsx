import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useId } from 'react';

type Tab<Name extends string> = { name: Name; label: string; panel: ReactNode };

export type TabsProps<Name extends string> = {
  label: string;
  tabs: readonly Tab<Name>[];
  selected: Name;
  onSelect: (name: Name) => void;
  /** A segmented control that fills the width, or underlined labels. */
  variant?: 'line' | 'pill';
};

/** WAI-ARIA tabs with automatic activation: arrows, Home and End move, Tab enters the panel. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, variant = 'line' }: TabsProps<Name>) {
  const id = useId();
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const names = tabs.map(({ name }) => name);
    const next = tabAfter(event.key, names, selected);
    if (!next) return;
    event.preventDefault();
    onSelect(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  const panel = tabs.find((tab) => tab.name === selected)?.panel;
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={move}
        className={clsx(
          'flex',
          variant === 'pill'
            ? 'gap-1 rounded-md border border-border bg-surface p-1'
            : 'gap-3 border-border border-b sm:gap-4',
        )}
      >
        {tabs.map((tab) => (
          <button
            key={tab.name}
            id={`${id}-${tab.name}`}
            type="button"
            role="tab"
            aria-selected={tab.name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === selected ? 0 : -1}
            onClick={() => onSelect(tab.name)}
            className={variant === 'pill' ? PILL : LINE}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${selected}`} key={selected}>
        {panel}
      </div>
    </>
  );
}

const PILL =
  'h-8 flex-1 rounded-sm border border-transparent text-muted text-sm font-medium transition-colors hover:text-text aria-selected:border-border aria-selected:bg-float aria-selected:text-text pointer-coarse:h-10';
const LINE =
  '-mb-px h-10 border-b-2 border-transparent text-muted text-sm font-medium transition-colors hover:text-text aria-selected:border-accent-text aria-selected:text-text';

/** The tab that a key selects, or undefined if the key does not move. Wraps at both ends. */
export function tabAfter<Name extends string>(key: string, names: readonly Name[], selected: Name): Name | undefined {
  const at = names.indexOf(selected);
  const count = names.length;
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + count, Home: 0, End: count - 1 }[key];
  return next === undefined ? undefined : names[next % count];
}
