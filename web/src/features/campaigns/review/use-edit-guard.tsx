import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { campaignReviews } from './data.ts';
import { texts } from './texts.ts';

/** Requires confirmation, once for each version, before approved steps are changed. The caller renders the question. */
export function useEditGuard(campaignId: string) {
  const { data: reviews } = useQuery(campaignReviews([campaignId]));
  const review = reviews?.get(campaignId);
  const [waiting, setWaiting] = useState<{ number: number; change: () => void } | null>(null);
  const agreed = useRef<number>(undefined);

  const changeSteps = (change: () => void) => {
    if (review?.status !== 'approved' || review.is_changed || agreed.current === review.number) return change();
    setWaiting({ number: review.number, change });
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
  return { changeSteps, question };
}
