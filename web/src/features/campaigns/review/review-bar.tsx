import { useQuery } from '@tanstack/react-query';
import { Eye, FileClock, Hourglass, type LucideIcon, MessageSquareWarning, ShieldCheck } from 'lucide-react';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { useCampaign } from '../campaign-context.ts';
import { campaignSteps } from '../data.ts';
import {
  campaignReviews,
  isSignOffMissing,
  type Review,
  refreshReview,
  requestReview,
  type VersionStatus,
} from './data.ts';
import { texts } from './texts.ts';

const { bar } = texts;

type Look = { icon: LucideIcon; color: string };

const LAUNCHED: Look = { icon: FileClock, color: 'text-muted' };
const LOOKS: Record<VersionStatus, Look> = {
  in_review: { icon: Hourglass, color: 'text-accent-text' },
  approved: { icon: ShieldCheck, color: 'text-success' },
  changes_requested: { icon: MessageSquareWarning, color: 'text-warning' },
};

function describeReview(review: Review | undefined): Look & { title: string } {
  if (!review) return { ...LAUNCHED, title: bar.none };
  const { number, status, is_changed } = review;
  if (is_changed) return { icon: FileClock, color: 'text-warning', title: bar.changed[status ?? 'launched'](number) };
  return { ...(status ? LOOKS[status] : LAUNCHED), title: bar.titles[status ?? 'launched'](number) };
}

/** The state of the campaign’s review, with buttons to request one and to open its versions. */
export function ReviewBar({ onOpenVersion }: { onOpenVersion: (number: number) => void }) {
  const { campaign, role, whenSaved } = useCampaign();
  const { data: steps } = useQuery(campaignSteps(campaign.id));
  const { data: reviews, isError } = useQuery(campaignReviews([campaign.id]));
  const { save, isSaving } = useSave({
    write: () => whenSaved().then(() => requestReview(campaign)),
    refresh: refreshReview(campaign.id),
    success: (number) => ({ title: texts.request.done(number) }),
    failure: texts.request.failure,
  });
  if (isError) return null;
  if (!reviews) return <Skeleton className="mb-4 h-13 w-full" />;

  const review = reviews.get(campaign.id);
  const { icon: Icon, color, title } = describeReview(review);
  const isCurrent = review !== undefined && !review.is_changed;
  const isWaiting = isCurrent && review.status === 'in_review';
  const isToDecide = isWaiting && role === 'approver';
  const isApproved = isCurrent && review.status === 'approved';
  const isNeeded = isSignOffMissing(campaign, review);
  return (
    <section
      aria-label={bar.label}
      className="mb-4 flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-border bg-raised px-3 py-2"
    >
      <Icon aria-hidden className={`size-4 shrink-0 ${color}`} />
      <div className="min-w-40 flex-1 text-sm">
        <p className="font-medium">{title}</p>
        {isNeeded ? (
          <p className="text-warning text-xs">{campaign.status === 'active' ? bar.neededActive : bar.needed}</p>
        ) : (
          !review && <p className="text-muted text-xs">{bar.noneHint}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {review && (
          <Button
            variant={isToDecide ? 'primary' : 'secondary'}
            icon={isToDecide ? Eye : undefined}
            onClick={() => onOpenVersion(review.number)}
          >
            {isToDecide ? bar.review : bar.open}
          </Button>
        )}
        {role === 'approver' && !isWaiting && !isApproved && (
          <Button
            variant={isNeeded ? 'primary' : 'secondary'}
            busy={isSaving}
            disabled={!steps?.length}
            onClick={() => save()}
          >
            {texts.request.action}
          </Button>
        )}
      </div>
    </section>
  );
}
