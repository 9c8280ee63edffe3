import { CircleCheckBig, CirclePause, CirclePlay, type LucideIcon, PencilLine } from 'lucide-react';
import { memo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type CampaignStatus, campaignStatusNames } from '#domain/campaign/status.ts';
import { CommentBadge } from '@/features/comments/comment-counts.tsx';
import { withParameters } from '@/lib/url-parameters.ts';
import { Badge, type Tone } from '@/ui/badge.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import type { Campaign, CampaignCounts } from './data.ts';
import type { Review } from './review/data.ts';
import { StatusBadge } from './review/status-badge.tsx';
import { texts } from './texts.ts';

const STATUS_BADGES: Record<CampaignStatus, { tone: Tone; icon: LucideIcon }> = {
  draft: { tone: 'neutral', icon: PencilLine },
  active: { tone: 'success', icon: CirclePlay },
  paused: { tone: 'warning', icon: CirclePause },
  completed: { tone: 'info', icon: CircleCheckBig },
};

export const CampaignStatusBadge = ({ status }: { status: CampaignStatus }) => (
  <Badge {...STATUS_BADGES[status]}>{campaignStatusNames[status]}</Badge>
);

export type CampaignCardProps = {
  campaign: Campaign;
  /** Undefined while they load. */
  counts: CampaignCounts | undefined;
  /** Undefined if there is no version. */
  review: Review | undefined;
  showsCustomer?: boolean;
};

/** A campaign in the list. The link covers the whole card, so its title repeats what it covers. */
export const CampaignCard = memo(({ campaign, counts, review, showsCustomer }: CampaignCardProps) => {
  const { id, name, status, created_at, customers } = campaign;
  const [url] = useSearchParams();
  return (
    <li className="relative flex flex-col rounded-lg border border-border bg-raised p-4 transition-colors hover:bg-subtle">
      <Link
        to={{ search: withParameters(url, { campaign: id, version: null }).toString() }}
        preventScrollReset
        dir="auto"
        className="line-clamp-2 wrap-anywhere font-medium after:absolute after:inset-0 after:rounded-lg"
        title={texts.card.title(name, created_at)}
      >
        {name}
      </Link>
      {showsCustomer && (
        <p dir="auto" className="mt-0.5 truncate text-muted text-sm" title={customers?.name}>
          {customers?.name}
        </p>
      )}
      <p className="mt-auto pt-4 text-muted text-xs tabular-nums">
        {counts ? (
          texts.card.counts(counts.steps, counts.approved_leads, <RelativeTime at={counts.changed_at} />)
        ) : (
          <>&nbsp;</>
        )}
      </p>
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pt-2 text-muted text-xs">
        <span className="flex items-center gap-2">
          <CampaignStatusBadge status={status} />
          {review?.status && !review.is_changed && <StatusBadge status={review.status} />}
          <CommentBadge id={id} />
        </span>
        <span className="whitespace-nowrap">{texts.card.created(<RelativeTime at={created_at} />)}</span>
      </p>
    </li>
  );
});
