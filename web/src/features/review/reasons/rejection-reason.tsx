import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { OWN_CELL } from '@/ui/list/columns.ts';
import { reasonList } from './data.ts';

export type RejectionReasonProps = {
  row: { is_approved: boolean | null; rejection_reason_id: string | null };
  /** Shown below the name, where the row has no second line; else as a part of that. */
  isOwnLine?: boolean;
};

/** Why a row was rejected, if a reason was given. */
export function RejectionReason({ row, isOwnLine = false }: RejectionReasonProps) {
  const id = row.is_approved === false && row.rejection_reason_id;
  return id ? <ReasonName id={id} isOwnLine={isOwnLine} /> : null;
}

function ReasonName({ id, isOwnLine }: { id: string; isOwnLine: boolean }) {
  const { data: reasons } = useQuery(reasonList);
  const name = reasons?.find((reason) => reason.id === id)?.name;
  return (
    <span title={name} dir="auto" className={clsx('truncate text-danger text-xs', isOwnLine && OWN_CELL)}>
      {name ?? '\u00a0' /* has its line before it is loaded */}
    </span>
  );
}
