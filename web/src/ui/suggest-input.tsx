import { Popover } from 'radix-ui';
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react';
import { hasWords } from '@/lib/fold.ts';
import { Input } from './input.tsx';
import { ListboxOption } from './listbox-option.tsx';

export type SuggestInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'list'> & {
  value: string;
  onChange: (value: string) => void;
  /** The suggestions; those that contain the typed text are offered. */
  suggestions: readonly string[];
  /** Accessible name of the list. */
  listLabel: string;
};

const MAX_SUGGESTIONS = 50;

/** A text field with suggestions (WAI-ARIA's combobox pattern): arrows move, Enter chooses, Escape closes, and any text is valid. */
export function SuggestInput({ value, onChange, suggestions, listLabel, ...input }: SuggestInputProps) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const offered = suggestions.filter((one) => hasWords(one, value) && one !== value).slice(0, MAX_SUGGESTIONS);
  const isOpen = open && offered.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  const show = (shown: boolean) => {
    setOpen(shown);
    setActive(-1);
  };
  const take = (choice: string) => {
    onChange(choice);
    show(false);
  };
  const move = (by: number) => {
    setOpen(true);
    setActive((active + by + offered.length + (active < 0 && by < 0 ? 1 : 0)) % offered.length);
  };
  const press = (event: KeyboardEvent) => {
    const choice = offered[active];
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && offered.length > 0) {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && isOpen && choice !== undefined) {
      event.preventDefault();
      take(choice);
    }
  };

  return (
    <Popover.Root open={isOpen} onOpenChange={show}>
      <Popover.Anchor asChild>
        <Input
          {...input}
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
            show(true);
          }}
          onClick={() => show(true)}
          onBlur={() => show(false)}
          onKeyDown={press}
        />
      </Popover.Anchor>
      <Popover.Content
        id={listId}
        role="listbox"
        aria-label={listLabel}
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
          {offered.map((choice, index) => (
            <ListboxOption
              key={choice}
              id={optionId(index)}
              label={choice}
              isActive={index === active}
              onPoint={() => setActive(index)}
              onTake={() => take(choice)}
            />
          ))}
        </div>
      </Popover.Content>
    </Popover.Root>
  );
}
