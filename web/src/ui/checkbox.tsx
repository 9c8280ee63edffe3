import { clsx } from 'clsx';
import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import type { KeyboardEvent, MouseEvent } from 'react';

export type CheckboxProps = {
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
  /** Called in place of onChange when the shift key is held, for choosing a range of boxes. */
  onShiftChange?: (checked: boolean) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  /** Accessible name where no label element is tied by `id`. */
  label?: string;
  id?: string;
  disabled?: boolean;
  className?: string;
};

/** A box with a target of at least 24 px (44 px on touch) around it. */
export function Checkbox(props: CheckboxProps) {
  const { checked, onChange, onShiftChange, onKeyDown, label, id, disabled, className } = props;
  const press = (event: MouseEvent) => {
    if (!event.shiftKey || !onShiftChange) return;
    event.preventDefault();
    onShiftChange(checked !== true);
  };
  return (
    <Radix.Root
      id={id}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onClick={press}
      onKeyDown={onKeyDown}
      onCheckedChange={(next) => onChange(next === true)}
      className={clsx(
        'relative grid size-4 shrink-0 place-items-center rounded-[4px] border border-control bg-raised transition-colors',
        'before:absolute before:-inset-1 hover:border-text disabled:opacity-50 pointer-coarse:size-5 pointer-coarse:before:-inset-3',
        'data-[state=checked]:border-accent data-[state=indeterminate]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:bg-accent',
        className,
      )}
    >
      <Radix.Indicator className="text-on-accent">
        {checked === 'indeterminate' ? (
          <Minus aria-hidden className="size-3" strokeWidth={3} />
        ) : (
          <Check aria-hidden className="size-3" strokeWidth={3} />
        )}
      </Radix.Indicator>
    </Radix.Root>
  );
}
