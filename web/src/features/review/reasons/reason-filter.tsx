import { useQuery } from '@tanstack/react-query';
import type { TableName } from '@/lib/list-keys.ts';
import { Select } from '@/ui/select.tsx';
import { reasonList, reasonOption } from './data.ts';
import { texts } from './texts.ts';

export type ReasonFilterProps = {
  table: TableName;
  reason: string | undefined;
  onChange: (reason: string | undefined) => void;
};

const ALL = 'all';

/** Chooses the reason of the listed rejections. */
export function ReasonFilter({ table, reason, onChange }: ReasonFilterProps) {
  const { data: reasons = [] } = useQuery(reasonList);
  const listed = reasons.filter(({ id, subject }) => subject === table || id === reason);
  return (
    <Select
      label={texts.reasonLabel}
      value={reason ?? ALL}
      options={[{ value: ALL, label: texts.allReasons }, ...listed.map(reasonOption)]}
      onChange={(value) => onChange(value === ALL ? undefined : value)}
      className="sm:w-48!"
    />
  );
}
