import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import { useLocation } from 'react-router';
import { rowStatus, type Status } from '@/features/lists/status.ts';
import type { ReviewRow } from '@/features/lists/table.ts';
import { useOpenRecord } from '@/features/lists/use-open-record.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { useIsPhone } from '@/ui/use-is-phone.ts';

type CurrentRowOptions<Row> = {
  table: TableName;
  loaded: readonly Row[];
  /** The status of the list; null where it is any. */
  status: Status | null;
  /** Whether the loaded rows are those of the former filters. */
  isStale: boolean;
  /** False where rows are selected instead. */
  isReviewed: boolean;
  /** Whether the rows are not shown yet. */
  isHeld: boolean;
};

/** The row that keys act on and the panel shows, and the rows of the list: that row stays among them after a decision about it, until another one takes its place. */
export function useCurrentRow<Row extends ReviewRow>(options: CurrentRowOptions<Row>) {
  const { table, loaded, status, isStale, isReviewed, isHeld } = options;
  const record = useOpenRecord(table);
  const isPhone = useIsPhone();
  const firstId =
    isReviewed && status === 'to_review' ? loaded.find(({ is_approved }) => is_approved === null)?.id : undefined;
  /** A list that is opened to review begins with its first row. */
  const presetId = isPhone || record.isOpen || loaded.some((row) => row.id === record.id) ? undefined : firstId;
  const id = presetId ?? record.id;
  /** The id, or what it will be once a change is rendered: a further key or an effect may come before that. */
  const latestId = useCallback(() => (record.latestId() === record.id ? id : record.latestId()), [record, id]);

  const startsReview = useLocation().state?.startsReview === true;
  const openedId = startsReview && !isHeld ? firstId : undefined;
  const { open } = record;
  const start = useEffectEvent((first: string) => latestId() === id && open(first, true));
  useEffect(() => {
    if (openedId) start(openedId);
  }, [openedId]);

  const areAllListed = status === null || isStale;
  const rows = useMemo(
    () => (areAllListed ? loaded : loaded.filter((row) => row.id === id || rowStatus(row.is_approved) === status)),
    [areAllListed, loaded, id, status],
  );
  return { record, id, latestId, isPreset: presetId !== undefined, rows };
}
