import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { campaignReviews } from './data.ts';
import { texts } from './texts.ts';

/** Asks once for each version before approved steps are changed. The caller renders the question. */
export function useEditGuard(campaignId: string) {
  const { data: reviews } = useQuery(campaignReviews([campaignId]));
  const review = reviews?.get(campaignId);
  const [asking, setAsking] = useState<{ number: number; change: () => void } | null>(null);
  const agreed = useRef<number>(undefined);

  const changeSteps = (change: () => void) => {
    if (review?.status !== 'approved' || review.is_changed || agreed.current === review.number) return change();
    setAsking({ number: review.number, change });
  };
  const question = asking && (
    <ConfirmDialog
      onOpenChange={() => setAsking(null)}
      title={texts.guard.title}
      description={texts.guard.description(asking.number)}
      confirmLabel={texts.guard.confirmLabel}
      onConfirm={() => {
        agreed.current = asking.number;
        setAsking(null);
        asking.change();
      }}
    />
  );
  return { changeSteps, question };
}
