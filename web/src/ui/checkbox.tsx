import { clsx } from 'clsx';
import { Check, Minus } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId } from 'react';

export type CheckboxProps = {
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
  /** Called in place of onChange when the shift key is held, for choosing a range of boxes. */
  onShiftChange?: (checked: boolean) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  /** Accessible name where no label element is tied by `id`. */
  label?: string;
  id?: string;
  className?: string;
};

/** A box with a target of at least 24 px (44 px on touch) around it. */
export function Checkbox({ checked, onChange, onShiftChange, onKeyDown, label, id, className }: CheckboxProps) {
  const press = ({ shiftKey }: MouseEvent) => (shiftKey && onShiftChange ? onShiftChange : onChange)(checked !== true);
  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter') event.preventDefault(); // changes a button, but no checkbox
    onKeyDown?.(event);
  };
  const Icon = checked === 'indeterminate' ? Minus : Check;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input cannot contain the icon
    <button
      type="button"
      role="checkbox"
      id={id}
      aria-label={label}
      aria-checked={checked === 'indeterminate' ? 'mixed' : checked}
      onClick={press}
      onKeyDown={pressKey}
      className={clsx(
        'relative grid size-4 shrink-0 place-items-center rounded-[4px] border transition-colors',
        'before:absolute before:-inset-1 pointer-coarse:size-5 pointer-coarse:before:-inset-3',
        checked ? 'border-accent bg-accent text-on-accent' : 'border-control bg-raised hover:border-text',
        className,
      )}
    >
      {checked && <Icon aria-hidden className="size-3" strokeWidth={3} />}
    </button>
  );
}

type CheckFieldProps = Pick<CheckboxProps, 'checked' | 'onChange'> & { className?: string; children: ReactNode };

/** A checkbox with its label, which changes it too. */
export function CheckField({ className = 'items-center gap-2 text-sm', children, ...box }: CheckFieldProps) {
  const id = useId();
  return (
    <label htmlFor={id} className={clsx('flex', className)}>
      <Checkbox id={id} {...box} />
      {children}
    </label>
  );
}
