import { Popover } from 'radix-ui';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { hasWords } from '@/lib/fold.ts';
import { Input } from './input.tsx';
import { ListboxOption } from './listbox-option.tsx';
import { useCombobox } from './use-combobox.ts';

export type SuggestInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'list'> & {
  value: string;
  onChange: (value: string) => void;
  /** The suggestions; those that contain the typed text are offered. */
  suggestions: readonly string[];
  listLabel: string;
};

const MAX_SUGGESTIONS = 50;

/** A text field with suggestions (WAI-ARIA's combobox pattern): arrows move, Enter chooses, Escape closes, and any text is valid. */
export function SuggestInput({ value, onChange, suggestions, listLabel, ...input }: SuggestInputProps) {
  const [open, setOpen] = useState(false);
  const offered = suggestions.filter((one) => hasWords(one, value) && one !== value).slice(0, MAX_SUGGESTIONS);
  const isOpen = open && offered.length > 0;

  const show = (shown: boolean) => {
    setOpen(shown);
    combobox.setActive();
  };
  const combobox = useCombobox({
    options: offered,
    onTake: (choice) => {
      onChange(choice);
      show(false);
    },
    freeText: { onMove: () => setOpen(true) },
    wraps: true,
  });

  return (
    <Popover.Root open={isOpen} onOpenChange={show}>
      <Popover.Anchor asChild>
        <Input
          {...input}
          {...combobox.inputProps}
          aria-expanded={isOpen}
          aria-controls={isOpen ? combobox.listId : undefined}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
            show(true);
          }}
          onClick={() => show(true)}
          onBlur={() => show(false)}
        />
      </Popover.Anchor>
      <Suggestions id={combobox.listId} label={listLabel}>
        {offered.map((choice, index) => (
          <ListboxOption key={choice} {...combobox.optionProps(index)}>
            <span className="truncate" dir="auto">
              {choice}
            </span>
          </ListboxOption>
        ))}
      </Suggestions>
    </Popover.Root>
  );
}

/** The options beneath a text field, which keeps the focus. */
export function Suggestions({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <Popover.Content
      id={id}
      role="listbox"
      aria-label={label}
      align="start"
      sideOffset={4}
      collisionPadding={8}
      onInteractOutside={(event) => event.preventDefault()}
      onOpenAutoFocus={(event) => event.preventDefault()}
      onCloseAutoFocus={(event) => event.preventDefault()}
      className="z-50 w-(--radix-popover-trigger-width)"
    >
      {/* Animated inside, as in SearchSelect. */}
      <div className="max-h-64 animate-pop-in overflow-y-auto rounded-md border border-border bg-float p-1 shadow-float">
        {children}
      </div>
    </Popover.Content>
  );
}
