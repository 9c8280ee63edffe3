import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { MessageSquareText, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { CommentCountsContext, useCommentCounts } from '@/features/comments/comment-counts.tsx';
import { formatNumber } from '@/lib/format.ts';
import { rowsOf } from '@/lib/keyset.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ListStates } from '@/ui/list/list-states.tsx';
import { NoMatch } from '@/ui/no-match.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { CampaignCard } from './campaign-card.tsx';
import { CampaignDialog } from './campaign-dialog.tsx';
import { type CampaignOwner, CreateCampaignDialog } from './campaign-name-dialogs.tsx';
import { campaignCounts, campaignList } from './data.ts';
import { texts } from './texts.ts';

export type CampaignsPageProps = {
  /** Only the campaigns of these customers; null for all. */
  customers: readonly string[] | null;
  /** Only campaigns whose name contains it. */
  term?: string;
  /** The owner of a new campaign; undefined if the user cannot create one. */
  owner: CampaignOwner | undefined;
  leadsPath: string;
  showsCustomer?: boolean;
  filters?: ReactNode;
  /** Undefined if no filter is set. */
  onClearFilters?: () => void;
};

/** The campaigns as cards. The URL holds the open campaign. */
export function CampaignsPage(props: CampaignsPageProps) {
  const { customers, term = '', owner, leadsPath, showsCustomer, filters, onClearFilters } = props;
  const list = useInfiniteQuery(campaignList(customers, term));
  const [openId, open] = useUrlParameter('campaign', { push: true });
  const [creating, setCreating] = useUrlParameter('create');
  const campaigns = rowsOf(list.data);
  const counts = useQueries({
    queries: (list.data?.pages ?? [])
      .filter((page) => page.rows.length > 0)
      .map((page) => campaignCounts(page.rows.map(({ id }) => id))),
    combine: (counted) => new Map(counted.flatMap(({ data }) => [...(data ?? [])])),
  });
  const comments = useCommentCounts(list.data?.pages);
  const total = list.hasNextPage ? undefined : campaigns.length;
  const empty = onClearFilters ? (
    <NoMatch rows={texts.rows} filters={term ? `"${term}"` : texts.thisCustomer} onClear={onClearFilters} />
  ) : (
    <EmptyState icon={MessageSquareText} title={texts.empty} description={texts.emptyHint} />
  );
  const create = owner && (
    <Button variant="primary" icon={Plus} onClick={() => setCreating('1')}>
      {texts.create.title}
    </Button>
  );

  return (
    <div className="mx-auto max-w-300">
      <PageHeader title={texts.title} count={total ? formatNumber(total) : undefined} actions={create} />
      {filters}
      <ListStates
        noun={texts.rows}
        list={list}
        count={campaigns.length}
        skeleton={<CardsSkeleton />}
        empty={empty}
        onDemand
      >
        <CommentCountsContext value={comments}>
          <ul
            aria-label={texts.list}
            aria-busy={list.isPlaceholderData}
            className={`${CARDS} transition-opacity aria-busy:opacity-60`}
          >
            {campaigns.map((campaign) => (
              <CampaignCard
                key={campaign.id}
                campaign={campaign}
                counts={counts.get(campaign.id)}
                showsCustomer={showsCustomer}
              />
            ))}
          </ul>
        </CommentCountsContext>
      </ListStates>
      {creating && owner && <CreateCampaignDialog owner={owner} onCreated={open} onClose={() => setCreating(null)} />}
      {openId && (
        <CampaignDialog
          key={openId}
          id={openId}
          listed={campaigns.find(({ id }) => id === openId)}
          customers={showsCustomer ? null : customers}
          leadsPath={leadsPath}
          showsCustomer={showsCustomer}
          onOpen={open}
        />
      )}
    </div>
  );
}

const CARDS = 'grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3';

function CardsSkeleton() {
  return (
    <div role="status" aria-label={commonTexts.loading(texts.rows)} className={CARDS}>
      {[0, 1, 2, 3, 4, 5].map((card) => (
        <div key={card} className="rounded-lg border border-border bg-raised p-4">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="mt-6 h-5 w-16" />
        </div>
      ))}
    </div>
  );
}
