import { type KeyboardEvent, useId, useState } from 'react';
import { isComposing } from '@/lib/page-keys.ts';

export type ComboboxOptions<Option> = {
  options: readonly Option[];
  onTake: (option: Option) => void;
  /** Any text is valid, so no option is active until an arrow key moves to one. `onMove` then opens the list. */
  freeText?: { onMove: () => void };
  /** Whether an arrow key moves from the last option to the first. */
  wraps: boolean;
  /** Tab takes the active option, too. */
  takesTab?: boolean;
};

/** The keys of a text field over a list of options (WAI-ARIA's combobox pattern): arrow keys move, Enter takes the active option. */
export function useCombobox<Option>({ options, onTake, freeText, wraps, takesTab }: ComboboxOptions<Option>) {
  const listId = useId();
  const none = freeText ? -1 : 0;
  const [moved, setActive] = useState(none);
  const active = moved < options.length ? moved : none;
  const last = options.length - 1;
  const optionId = (index: number) => `${listId}-${index}`;

  const move = (by: number) => {
    const next = active < 0 && by < 0 ? last : active + by;
    setActive(wraps ? (next + options.length) % options.length : Math.max(0, Math.min(next, last)));
    freeText?.onMove();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const current = options[active];
    const isTaking = event.key === 'Enter' || (takesTab && event.key === 'Tab' && !event.shiftKey);
    if (by && options.length > 0) move(by);
    else if (isTaking && current) onTake(current);
    else if (event.key !== 'Enter' || freeText) return;
    event.preventDefault();
  };

  return {
    listId,
    /** Makes an option active: by default the first, or none where any text is valid. */
    setActive: (index = none) => setActive(index),
    inputProps: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': options.length > 0,
      'aria-controls': listId,
      'aria-activedescendant': options[active] && optionId(active),
      onKeyDown,
    } as const,
    optionProps: (index: number) => ({
      id: optionId(index),
      isActive: index === active,
      onPoint: () => setActive(index),
      onTake: () => options[index] && onTake(options[index]),
    }),
  };
}
