import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { campaignReviews } from './data.ts';
import { texts } from './texts.ts';

/** Requires confirmation, once for each version, before approved steps are changed. The caller renders the question. */
export function useEditGuard(campaignId: string) {
  const client = useQueryClient();
  const query = campaignReviews([campaignId]);
  useQuery(query);
  const [waiting, setWaiting] = useState<{ number: number; change: () => void } | null>(null);
  const agreed = useRef<number>(undefined);

  const changeSteps = (change: () => void) => {
    const review = client.getQueryData(query.queryKey)?.get(campaignId);
    if (review?.status !== 'approved' || review.is_changed || agreed.current === review.number) return change();
    setWaiting({ number: review.number, change });
  };
  /** For what was typed, while which another user may have approved the steps. */
  const saveSteps = async (change: () => void) => {
    if (onlineManager.isOnline()) await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => {});
    changeSteps(change);
  };
  const question = waiting && (
    <ConfirmDialog
      onOpenChange={() => setWaiting(null)}
      title={texts.guard.title}
      description={texts.guard.description(waiting.number)}
      confirmLabel={texts.guard.confirmLabel}
      onConfirm={() => {
        agreed.current = waiting.number;
        setWaiting(null);
        waiting.change();
      }}
    />
  );
  return { changeSteps, saveSteps, question };
}
