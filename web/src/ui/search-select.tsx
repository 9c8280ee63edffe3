import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { UIEvent } from 'react';
import { MAX_TERM_LENGTH } from '@/lib/search-term.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from './button.tsx';
import { useFieldControl } from './field.tsx';
import { controlClass } from './input.tsx';
import { type ListQuery, useLoadMore } from './list/list-states.tsx';
import { ListboxOption } from './listbox-option.tsx';
import type { SelectProps } from './select.tsx';
import { texts } from './texts.ts';
import { useCombobox } from './use-combobox.ts';

export type SearchSelectProps = SelectProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  noun: string;
  /** How the value reads, which may be none of the options read so far. */
  chosenLabel: string | undefined;
  typed: string;
  onType: (typed: string) => void;
  /** The reading of the options, which goes on as they are scrolled. */
  list: ListQuery;
};

/** Distance from the end of the list, in pixels, at which the next page is read. */
const READ_AHEAD = 400;

/** A select of more options than one would look through: a button that opens a text field over the options found for it. */
export function SearchSelect(props: SearchSelectProps) {
  const { value, onChange, options, noun, chosenLabel, typed, onType, list, placeholder, label, ...rest } = props;
  const { open, onOpenChange, className, disabled, ...description } = rest;
  const control = useFieldControl();
  const { canLoadMore, onLoadMore } = useLoadMore(list);

  const show = (shown: boolean) => {
    onOpenChange(shown);
    onType('');
    const chosen = options.findIndex((option) => option.value === value);
    combobox.setActive(Math.max(0, chosen));
  };
  const take = (choice: { value: string }) => {
    onChange(choice.value);
    show(false);
  };
  const combobox = useCombobox({ options, onTake: take, wraps: false });
  const readOn = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) => {
    if (canLoadMore && scrollHeight - scrollTop - clientHeight < READ_AHEAD) onLoadMore();
  };

  return (
    <Popover.Root open={open} onOpenChange={show}>
      <Popover.Trigger asChild>
        <button
          type="button"
          role="combobox"
          aria-expanded={open}
          aria-label={label}
          disabled={disabled}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            show(true);
          }}
          className={clsx(controlClass, 'flex items-center justify-between gap-2 text-left', className)}
          {...control}
          {...description}
        >
          <span className={clsx('truncate', value === undefined && 'text-muted')}>{chosenLabel ?? placeholder}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      </Popover.Trigger>
      <Popover.Content
        aria-label={texts.searchSelect.label(noun)}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        className="z-50 w-(--radix-popover-trigger-width) min-w-72 max-w-[calc(100vw-1rem)]"
      >
        {/* Animated inside: Radix keeps a content whose own animation has a name, as long as it waits for the end of one. */}
        <div className="animate-pop-in rounded-md border border-border bg-float p-1 shadow-float">
          <input
            {...combobox.inputProps}
            className={controlClass}
            aria-label={texts.searchSelect.search(noun)}
            placeholder={texts.searchSelect.search(noun)}
            spellCheck={false}
            maxLength={MAX_TERM_LENGTH}
            value={typed}
            onChange={(event) => {
              onType(event.target.value);
              combobox.setActive();
            }}
          />
          <div
            onScroll={readOn}
            className="mt-1 max-h-[min(18rem,calc(var(--radix-popover-content-available-height)-4rem))] overflow-y-auto"
          >
            <div id={combobox.listId} role="listbox" aria-label={texts.searchSelect.found(noun)}>
              {options.map((option, index) => (
                <ListboxOption key={option.value} {...combobox.optionProps(index)} isChosen={option.value === value}>
                  <Check
                    aria-hidden
                    className={clsx('size-4 shrink-0 text-accent-text', option.value !== value && 'invisible')}
                  />
                  <span className="truncate" dir="auto">
                    {option.label}
                  </span>
                </ListboxOption>
              ))}
            </div>
            <Rest noun={noun} typed={typed} list={list} isEmpty={options.length === 0} />
          </div>
        </div>
      </Popover.Content>
    </Popover.Root>
  );
}

type RestProps = Pick<SearchSelectProps, 'noun' | 'typed' | 'list'> & { isEmpty: boolean };

/** The line beneath the options: more are on their way, could not be read, or there are none. */
function Rest({ noun, typed, list, isEmpty }: RestProps) {
  if (list.isError) {
    return (
      <div className="flex items-center justify-between gap-2 px-2 py-1.5 text-sm">
        <p role="alert" className="text-danger">
          {texts.searchSelect.failed(noun)}
        </p>
        <Button size="sm" onClick={() => (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}>
          {commonTexts.retry}
        </Button>
      </div>
    );
  }
  const word = list.isFetching
    ? (isEmpty || list.isFetchingNextPage) && texts.searchSelect.loading
    : isEmpty && texts.searchSelect.none(noun, typed.trim());
  return (
    <p role="status" className="px-2 text-muted text-sm wrap-anywhere not-empty:py-1.5">
      {word}
    </p>
  );
}
