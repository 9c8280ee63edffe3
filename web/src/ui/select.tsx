import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { styleNonce } from '@/lib/nonce.ts';
import { useFieldControl } from './field.tsx';
import { controlClass } from './input.tsx';

/** No option may have an empty value: name the meaning instead, such as 'all'. */
export type SelectOption<Value extends string = string> = { value: Value; label: string; detail?: ReactNode };

export type SelectProps<Value extends string = string> = {
  value: Value | undefined;
  onChange: (value: Value) => void;
  /** Left out where the select opens and closes by itself. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  /** Accessible name where it is in no field. */
  label?: string;
  disabled?: boolean;
  className?: string;
  'aria-describedby'?: string;
};

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onChange, options, placeholder, label, ...rest } = props;
  const { open, onOpenChange, disabled, className, ...description } = rest;
  const control = useFieldControl();
  /** Radix renders the options of a closed select too, to choose one by typing. */
  const [areOptionsNeeded, setOptionsNeeded] = useState(false);
  const needOptions = () => setOptionsNeeded(true);
  const choose = (chosen: string) => onChange(chosen as Value); // Radix knows strings only
  const changeOpen = (isOpen: boolean) => {
    needOptions();
    onOpenChange?.(isOpen);
  };
  return (
    <Radix.Root value={value ?? ''} onValueChange={choose} onOpenChange={changeOpen} {...{ open, disabled }}>
      <Radix.Trigger
        onFocus={needOptions}
        aria-label={label}
        className={clsx(
          controlClass,
          'flex items-center justify-between gap-2 text-left data-placeholder:text-muted',
          className,
        )}
        {...control}
        {...description}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder}>{options.find((option) => option.value === value)?.label}</Radix.Value>
        </span>
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      {areOptionsNeeded && (
        <Radix.Portal>
          <Radix.Content
            position="popper"
            sideOffset={4}
            collisionPadding={8}
            className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[min(28rem,calc(100vw-1rem))] animate-pop-in overflow-hidden rounded-md border border-border bg-float shadow-float"
          >
            <Radix.Viewport nonce={styleNonce()} className="max-h-80 p-1">
              {options.map((option) => (
                <SelectItem key={option.value} option={option} />
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  );
}

function SelectItem({ option }: { option: SelectOption }) {
  return (
    <Radix.Item
      value={option.value}
      className="flex h-8 cursor-default select-none items-center gap-2 rounded-sm pr-2 pl-7 text-base outline-none data-highlighted:bg-subtle pointer-coarse:h-11"
    >
      <Radix.ItemIndicator className="absolute left-3">
        <Check aria-hidden className="size-4 text-accent-text" />
      </Radix.ItemIndicator>
      <span className="truncate">
        <Radix.ItemText>{option.label}</Radix.ItemText>
      </span>
      {option.detail && <span className="ml-auto pl-4 text-muted text-xs tabular-nums">{option.detail}</span>}
    </Radix.Item>
  );
}
