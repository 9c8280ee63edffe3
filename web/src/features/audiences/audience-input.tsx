import { textLengths } from '#domain/limits.ts';
import { useChoices } from '@/lib/use-choices.ts';
import type { FieldControl } from '@/ui/field.tsx';
import { SuggestInput } from '@/ui/suggest-input.tsx';
import { audienceNames } from './data.ts';

export type AudienceInputProps = {
  control: FieldControl;
  value: string;
  onChange: (audience: string) => void;
  /** Whose audiences are offered; null for every customer's. */
  customers: readonly string[] | null;
  disabled?: boolean;
};

/** Choose an existing audience or type a new one. */
export function AudienceInput({ control, value, onChange, customers, disabled }: AudienceInputProps) {
  const { choices } = useChoices(audienceNames(customers), value);
  return (
    <SuggestInput
      {...control}
      value={value}
      onChange={onChange}
      suggestions={choices}
      listLabel="Existing audiences"
      placeholder="Choose or type an audience"
      maxLength={textLengths.audience}
      disabled={disabled}
    />
  );
}
