import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type UIEvent, useId, useState } from 'react';
import { LONGEST_TERM } from '@/lib/search-term.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from './button.tsx';
import { controlClass, Input } from './input.tsx';
import { type ListQuery, useLoadMore } from './list/list-states.tsx';
import { ListboxOption } from './listbox-option.tsx';
import type { SelectProps } from './select.tsx';
import { texts } from './texts.ts';

export type SearchSelectProps = SelectProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What the options are, in the plural. */
  noun: string;
  /** How the value reads, which may be none of the options read so far. */
  chosenLabel: string | undefined;
  /** What is typed to find an option. */
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
  const { open, onOpenChange, className, disabled, ...control } = rest;
  const listId = useId();
  const [active, setActive] = useState(0);
  const { canLoadMore, onLoadMore } = useLoadMore(list);
  const optionId = (index: number) => `${listId}-${index}`;

  const show = (shown: boolean) => {
    onOpenChange(shown);
    onType('');
    setActive(
      Math.max(
        0,
        options.findIndex((option) => option.value === value),
      ),
    );
  };
  const take = (choice: string) => {
    onChange(choice);
    show(false);
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const choice = options[active];
    if (by !== 0) {
      event.preventDefault();
      setActive(Math.max(0, Math.min(active + by, options.length - 1)));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (choice) take(choice.value);
    }
  };
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
          <Input
            role="combobox"
            aria-label={texts.searchSelect.search(noun)}
            placeholder={texts.searchSelect.search(noun)}
            autoComplete="off"
            spellCheck={false}
            maxLength={LONGEST_TERM}
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={listId}
            aria-activedescendant={options[active] && optionId(active)}
            value={typed}
            onChange={(event) => {
              onType(event.target.value);
              setActive(0);
            }}
            onKeyDown={press}
          />
          <div
            onScroll={readOn}
            className="mt-1 max-h-[min(18rem,calc(var(--radix-popover-content-available-height)-4rem))] overflow-y-auto"
          >
            <div id={listId} role="listbox" aria-label={texts.searchSelect.found(noun)}>
              {options.map((option, index) => (
                <ListboxOption
                  key={option.value}
                  id={optionId(index)}
                  label={option.label}
                  isActive={index === active}
                  isChosen={option.value === value}
                  onPoint={() => setActive(index)}
                  onTake={() => take(option.value)}
                />
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

/** What stands beneath the options: that more are on their way, could not be read, or that there are none. */
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
