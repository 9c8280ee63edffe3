import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type ListboxOptionProps = {
  id: string;
  /** Enter chooses it. */
  isActive: boolean;
  /** Whether it is the current value, in a list that shows it. */
  isChosen?: boolean;
  onPoint: () => void;
  onTake: () => void;
  className?: string;
  children: ReactNode;
};

/** An option of a listbox whose text field keeps the focus and handles the keys. */
export function ListboxOption({ id, isActive, isChosen, onPoint, onTake, className, children }: ListboxOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text field's, which keeps the focus
    <div
      id={id}
      role="option"
      aria-selected={isChosen ?? isActive}
      tabIndex={-1}
      ref={isActive ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTake}
      onPointerMove={onPoint}
      className={clsx(
        'flex cursor-default select-none items-center px-2 pointer-coarse:h-11',
        className ?? 'h-8 gap-2 rounded-sm text-base',
        isActive && 'bg-subtle',
      )}
    >
      {children}
    </div>
  );
}
