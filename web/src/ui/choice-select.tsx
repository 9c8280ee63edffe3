import { useState } from 'react';
import { SearchSelect, type SearchSelectProps } from './search-select.tsx';
import { Select, type SelectOption } from './select.tsx';

export type ChoiceSelectProps = Omit<SearchSelectProps, 'options' | 'open' | 'onOpenChange'> & {
  /** What can be chosen; where there are many, what has been found for the typed text. */
  choices: readonly SelectOption[];
  areMany: boolean;
  /** The choices were found for something else than what is typed by now. */
  isBehind: boolean;
  /** Stands before the choices. */
  first?: readonly SelectOption[];
  /** Stands after the choices, where they are few. */
  last?: readonly SelectOption[];
};

/** Chooses one of what the backend lists: a select for up to a page, one that is searched for more. */
export function ChoiceSelect(props: ChoiceSelectProps) {
  const {
    choices,
    areMany,
    isBehind,
    first = [],
    last = [],
    noun,
    chosenLabel,
    typed,
    onType,
    list,
    ...select
  } = props;
  const [open, setOpen] = useState(false);
  if (areMany) {
    const wanted = typed.trim().toLowerCase();
    const isWanted = ({ label }: SelectOption) => label.toLowerCase().includes(wanted);
    const options = [...[...first, ...last].filter(isWanted), ...(isBehind ? choices.filter(isWanted) : choices)];
    return (
      <SearchSelect {...select} {...{ open, onOpenChange: setOpen, options, noun, chosenLabel, typed, onType, list }} />
    );
  }
  const { value } = select;
  const isKnown = [...first, ...choices, ...last].some((option) => option.value === value);
  const unlisted = value === undefined || isKnown ? [] : [{ value, label: chosenLabel ?? value }];
  return (
    <Select
      {...select}
      options={[...first, ...choices, ...unlisted, ...last]}
      open={open}
      onOpenChange={(isOpen) => {
        setOpen(isOpen);
        if (isOpen && list.isError) list.refetch();
      }}
    />
  );
}
