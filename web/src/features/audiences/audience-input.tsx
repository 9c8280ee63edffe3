import { textLengths } from '#domain/limits.ts';
import { useChoices } from '@/lib/use-choices.ts';
import { SuggestInput } from '@/ui/suggest-input.tsx';
import { audienceNames } from './data.ts';
import { texts } from './texts.ts';

export type AudienceInputProps = {
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
