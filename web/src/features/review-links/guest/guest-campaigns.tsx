import { useQuery } from '@tanstack/react-query';
import { ChevronRight, MessageSquareText } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { customerVariables } from '#domain/campaign/variables.ts';
import { CampaignContext } from '@/features/campaigns/campaign-context.ts';
import { type Campaign, oneCampaign } from '@/features/campaigns/data.ts';
import { type Review, sentReviews } from '@/features/campaigns/review/data.ts';
import { StatusBadge } from '@/features/campaigns/review/status-badge.tsx';
import { texts as reviewTexts } from '@/features/campaigns/review/texts.ts';
import { VersionView } from '@/features/campaigns/review/version-view.tsx';
import { texts as campaignTexts } from '@/features/campaigns/texts.ts';
import { fieldsQuery } from '@/features/custom-fields/data.ts';
import { isLive } from '@/features/custom-fields/field.ts';
import { useSession } from '@/features/session/session.tsx';
import { leaveForms } from '@/lib/leave-guard.ts';
import { commonTexts } from '@/lib/texts.ts';
import { withParameters } from '@/lib/url-parameters.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Loading } from '@/ui/skeleton.tsx';
import { TooltipProvider } from '@/ui/tooltip.tsx';
import { texts } from './texts.ts';

const loading = (
  <Loading label={commonTexts.loading(campaignTexts.rows)} className="space-y-2" count={3} shape="h-16" />
);

/** The campaigns of a link that were put up for review, and one of them with its versions. */
export function GuestCampaigns() {
  const { customerIds } = useSession();
  const [url, setUrl] = useSearchParams();
  const reviews = useQuery(sentReviews(customerIds));
  const shown = reviews.data?.find(({ campaign_id }) => campaign_id === url.get('campaign'));
  const version = Number(url.get('version') ?? shown?.number);
  const open = (number: number | null) =>
    leaveForms(() =>
      setUrl(number === null ? {} : withParameters(url, { version: String(number) }), { preventScrollReset: true }),
    );
  return (
    <TooltipProvider>
      <PageHeader title={shown?.name ?? texts.review.campaigns} count={shown ? undefined : reviews.data?.length} />
      <Loaded query={reviews} what={texts.review.theCampaigns} skeleton={loading}>
        {(loaded) =>
          shown ? <OpenCampaign review={shown} version={version} onOpen={open} /> : <CampaignList reviews={loaded} />
        }
      </Loaded>
    </TooltipProvider>
  );
}

function CampaignList({ reviews }: { reviews: readonly Review[] }) {
  if (reviews.length === 0) return <EmptyState icon={MessageSquareText} {...texts.review.noCampaigns} />;
  return (
    <ul
      aria-label={texts.review.campaigns}
      className="divide-y divide-border rounded-lg border border-border bg-raised"
    >
      {reviews.map(({ campaign_id, name, number, status, requested_at }) => (
        <li key={campaign_id} className="relative flex min-h-16 items-center gap-3 px-4 py-2.5 hover:bg-subtle">
          <div className="min-w-0 flex-1">
            <Link
              to={`?${new URLSearchParams({ campaign: campaign_id })}`}
              dir="auto"
              className="font-medium wrap-anywhere after:absolute after:inset-0"
            >
              {name}
            </Link>
            <p className="text-muted text-xs">
              {reviewTexts.version(number)} · <RelativeTime at={requested_at} />
            </p>
          </div>
          {status && <StatusBadge status={status} />}
          <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
        </li>
      ))}
    </ul>
  );
}

type OpenCampaignProps = { review: Review; version: number; onOpen: (number: number | null) => void };

function OpenCampaign({ review: { campaign_id, customer_id }, version, onOpen }: OpenCampaignProps) {
  const { customerIds } = useSession();
  const query = useQuery(oneCampaign(campaign_id, customerIds));
  const { data: fields = [] } = useQuery(fieldsQuery(customer_id, 'leads'));
  const variables = useMemo(() => customerVariables(fields.filter(isLive)), [fields]);
  return (
    <Loaded<Campaign | null> query={query} what={texts.review.theCampaign} skeleton={loading}>
      {(campaign) =>
        campaign && (
          <CampaignContext value={{ ...READ_ONLY, campaign, variables }}>
            <VersionView number={version} onOpen={onOpen} />
          </CampaignContext>
        )
      }
    </Loaded>
  );
}

/** Nothing changes the steps here. */
const READ_ONLY = {
  role: 'reviewer',
  leadsPath: '',
  changeSteps: (change: () => void) => change(),
  saveSteps: (change: () => Promise<void>) => change(),
  whenSaved: async () => {},
} as const;
