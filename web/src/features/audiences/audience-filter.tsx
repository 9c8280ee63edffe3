import { useQuery } from '@tanstack/react-query';
import { Select } from '../../ui/select.tsx';
import { audienceNames } from './data.ts';

export type AudienceFilterProps = {
  /** The chosen audience; null for all, '' for leads without one. */
  value: string | null;
  onChange: (audience: string | null) => void;
  /** Whose audiences are offered; null for every customer's. */
  customers: readonly string[] | null;
  /** Offers the leads that have no audience, too. */
  withUnassigned?: boolean;
};

const ALL = 'all';
const UNASSIGNED = 'unassigned';
const named = (audience: string) => `audience:${audience}`;

export function AudienceFilter({ value, onChange, customers, withUnassigned }: AudienceFilterProps) {
  const { data: names, isPending } = useQuery(audienceNames(customers));
  const known = names ?? [];
  const shown = value && !known.includes(value) ? [...known, value] : known;
  const options = [
    { value: ALL, label: 'All Audiences' },
    ...shown.map((name) => ({ value: named(name), label: name })),
    ...(withUnassigned ? [{ value: UNASSIGNED, label: 'Unassigned' }] : []),
  ];
  const choose = (option: string) => {
    if (option === ALL) onChange(null);
    else onChange(option === UNASSIGNED ? '' : option.slice(named('').length));
  };
  const chosen = value === null ? ALL : value === '' ? UNASSIGNED : named(value);
  return (
    <Select
      label="Audience"
      className="w-[280px]! max-w-full"
      placeholder="Loading audiences..."
      disabled={isPending}
      value={isPending ? undefined : chosen}
      onChange={choose}
      options={isPending ? [] : options}
    />
  );
}
