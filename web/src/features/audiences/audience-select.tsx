import { useState } from 'react';
import { textLengths } from '#domain/limits.ts';
import { useChoices } from '@/lib/use-choices.ts';
import { ChoiceSelect } from '@/ui/choice-select.tsx';
import { SuggestInput } from '@/ui/suggest-input.tsx';
import { audienceNames } from './data.ts';
import { texts } from './texts.ts';

type AudienceFilterProps = {
  /** The selected audience; null for all, '' for leads without one. */
  value: string | null;
  onChange: (audience: string | null) => void;
  /** The customers whose audiences are listed; null for all. */
  customers: readonly string[] | null;
  /** Adds an option for leads without an audience. */
  withUnassigned?: boolean;
};

const ALL = { value: 'all', label: texts.all };
const UNASSIGNED = { value: 'unassigned', label: texts.unassigned };
const audienceOption = (audience: string) => ({ value: `audience:${audience}`, label: audience });

export function AudienceFilter({ value, onChange, customers, withUnassigned }: AudienceFilterProps) {
  const [typed, onType] = useState('');
  const { list, choices, areMany, isBehind } = useChoices(audienceNames(customers), typed);
  const chosen = value === null ? ALL : value === '' ? UNASSIGNED : audienceOption(value);
  const choose = (option: string) => {
    if (option === ALL.value) onChange(null);
    else onChange(option === UNASSIGNED.value ? '' : option.slice(audienceOption('').value.length));
  };
  return (
    <ChoiceSelect
      label={texts.label}
      className="w-[280px]! max-w-full"
      placeholder={texts.loading}
      disabled={list.isPending}
      first={[ALL]}
      last={withUnassigned ? [UNASSIGNED] : []}
      value={list.isPending ? undefined : chosen.value}
      chosenLabel={chosen.label}
      onChange={choose}
      {...{ noun: texts.rows, choices: choices.map(audienceOption), areMany, isBehind, typed, onType, list }}
    />
  );
}

type AudienceInputProps = {
  value: string;
  onChange: (audience: string) => void;
  /** The customers whose audiences are listed; null for all. */
  customers: readonly string[] | null;
  disabled?: boolean;
};

/** Takes an existing audience or a new name. */
export function AudienceInput({ value, onChange, customers, disabled }: AudienceInputProps) {
  const { choices } = useChoices(audienceNames(customers), value);
  return (
    <SuggestInput
      value={value}
      onChange={onChange}
      suggestions={choices}
      listLabel={texts.existing}
      placeholder={texts.choose}
      maxLength={textLengths.audience}
      disabled={disabled}
    />
  );
}
