import { clsx } from 'clsx';
import { Check, Ellipsis, type LucideIcon } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import {
  createContext,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  use,
  useRef,
  useState,
} from 'react';
import { buttonClass } from './button.tsx';
import { useDoubleClick } from './double-click.ts';

export type MenuProps = { trigger: ReactElement; align?: 'start' | 'end'; children: ReactNode };

/** Closes the menu that was opened last. */
let closeLast = () => {};

const TriggerContext = createContext<RefObject<HTMLButtonElement | null>>({ current: null });

/** Stays open while the page around it changes and moves the focus; a click outside, Escape, a choice or another menu closes it. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const doubleClick = useDoubleClick();
  const changeOpen = (opens: boolean) => {
    if (opens) {
      doubleClick.markOpened();
      closeLast();
      closeLast = () => setOpen(false);
    }
    setOpen(opens);
  };
  /** The second press of a double-click does not close what the first one has opened. */
  const ignoreDoubleClick = (event: PointerEvent) => {
    if (isOpen && doubleClick.isPossible()) event.preventDefault();
  };
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={changeOpen}>
      <Radix.Trigger ref={triggerRef} asChild onPointerDown={ignoreDoubleClick}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onFocusOutside={(event) => event.preventDefault()}
          onPointerDownOutside={(event) => {
            if (event.target instanceof Node && triggerRef.current?.contains(event.target)) event.preventDefault();
          }}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-[min(20rem,calc(100vw-1rem))] animate-pop-in overflow-y-auto rounded-md border border-border bg-float p-1 shadow-float"
        >
          <TriggerContext value={triggerRef}>{children}</TriggerContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export type IconMenuProps = { label: string; icon?: LucideIcon; className?: string; children: ReactNode };

export function IconMenu({ label, icon: Icon = Ellipsis, className, children }: IconMenuProps) {
  return (
    <Menu
      trigger={
        <button type="button" aria-label={label} className={buttonClass('ghost', 'icon', className)}>
          <Icon aria-hidden className="size-4" />
        </button>
      }
    >
      {children}
    </Menu>
  );
}

const ITEM =
  'relative flex h-8 cursor-default select-none items-center gap-2 rounded-sm px-2 text-base outline-none data-highlighted:bg-subtle pointer-coarse:h-11';

export type MenuItemProps = {
  icon?: LucideIcon;
  children: string;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
};

export function MenuItem({ icon: Icon, children, onSelect, danger, disabled }: MenuItemProps) {
  const trigger = use(TriggerContext);
  /** The item is gone when a dialog that it opens closes, so the dialog must find the focus on the menu's button. */
  const select = () => {
    trigger.current?.focus();
    onSelect();
  };
  return (
    <Radix.Item
      onSelect={select}
      disabled={disabled}
      className={clsx(ITEM, 'data-disabled:opacity-50', danger && 'text-danger')}
    >
      {Icon && <Icon aria-hidden className={clsx('size-4', !danger && 'text-muted')} />}
      {children}
    </Radix.Item>
  );
}

/** Names the items below it. */
export const MenuHeading = ({ children }: { children: string }) => (
  <Radix.Label className="px-2 pt-2 pb-1 text-muted text-xs">{children}</Radix.Label>
);

type MenuCheckProps = { children: string; checked: boolean; onChange: (checked: boolean) => void };

/** An option that is on or off. The menu stays open. */
export function MenuCheck({ children, checked, onChange }: MenuCheckProps) {
  return (
    <Radix.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={ITEM}
    >
      <span className="truncate" dir="auto">
        {children}
      </span>
      <Radix.ItemIndicator className="ml-auto">
        <Check aria-hidden className="size-4 text-accent-text" />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}

export type MenuChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: LucideIcon }[];
};

export function MenuChoice<Value extends string>({ label, value, onChange, options }: MenuChoiceProps<Value>) {
  const choose = (picked: string) => {
    const option = options.find((candidate) => candidate.value === picked);
    if (option) onChange(option.value);
  };
  return (
    <Radix.RadioGroup value={value} onValueChange={choose} aria-label={label}>
      <Radix.Label className="px-2 py-1 text-muted text-xs">{label}</Radix.Label>
      {options.map(({ value: own, label: word, icon: Icon }) => (
        <Radix.RadioItem key={own} value={own} className={ITEM}>
          {Icon && <Icon aria-hidden className="size-4 text-muted" />}
          <span className="truncate" dir="auto">
            {word}
          </span>
          <Radix.ItemIndicator className="ml-auto">
            <Check aria-hidden className="size-4 text-accent-text" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
