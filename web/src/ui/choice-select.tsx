import { useState } from 'react';
import { hasWords } from '@/lib/fold.ts';
import { SearchSelect, type SearchSelectProps } from './search-select.tsx';
import { Select, type SelectOption } from './select.tsx';

export type ChoiceSelectProps = Omit<SearchSelectProps, 'options' | 'open' | 'onOpenChange'> & {
  /** The options; if there are many, those found for the typed text. */
  choices: readonly SelectOption[];
  areMany: boolean;
  isBehind: boolean;
  /** Options before the choices. */
  first?: readonly SelectOption[];
  /** Options after the choices. */
  last?: readonly SelectOption[];
};

/** A select for up to one page of choices, and a searchable one for more. */
export function ChoiceSelect(props: ChoiceSelectProps) {
  const { choices, areMany, isBehind, first = [], last = [], ...options } = props;
  const { noun, chosenLabel, typed, onType, list, ...select } = options;
  const [open, setOpen] = useState(false);
  if (areMany) {
    const isWanted = ({ label }: SelectOption) => hasWords(label, typed);
    const found = [...[...first, ...last].filter(isWanted), ...(isBehind ? choices.filter(isWanted) : choices)];
    return <SearchSelect {...options} options={found} open={open} onOpenChange={setOpen} />;
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
