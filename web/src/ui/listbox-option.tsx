import { clsx } from 'clsx';
import { Check } from 'lucide-react';

export type ListboxOptionProps = {
  id: string;
  label: string;
  /** Enter chooses it. */
  isActive: boolean;
  /** Whether it is the current value. Left out if options have no check mark. */
  isChosen?: boolean;
  onPoint: () => void;
  onTake: () => void;
};

/** An option of a listbox whose text field keeps the focus and handles the keys. */
export function ListboxOption({ id, label, isActive, isChosen, onPoint, onTake }: ListboxOptionProps) {
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
        'flex h-8 cursor-default select-none items-center gap-2 rounded-sm px-2 text-base pointer-coarse:h-11',
        isActive && 'bg-subtle',
      )}
    >
      {isChosen !== undefined && (
        <Check aria-hidden className={clsx('size-4 shrink-0 text-accent-text', !isChosen && 'invisible')} />
      )}
      <span className="truncate" dir="auto">
        {label}
      </span>
    </div>
  );
}
