import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '@/lib/format.ts';
import { rowsOf } from '@/lib/keyset.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ListStates } from '@/ui/list/list-states.tsx';
import { NoMatch } from '@/ui/no-match.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { CampaignCard } from './campaign-card.tsx';
import { CampaignCardsSkeleton } from './campaign-cards-skeleton.tsx';
import { CampaignDialog } from './campaign-dialog.tsx';
import { type CampaignOwner, CreateCampaign } from './create-campaign.tsx';
import { campaignList } from './data.ts';

export type CampaignsPageProps = {
  /** Whose campaigns are shown; null for every customer's. */
  customers: readonly string[] | null;
  /** Only those whose name contains it. */
  term?: string;
  /** The customer who gets a new campaign, or that one is asked for; undefined where none may be made. */
  owner: CampaignOwner | undefined;
  /** Where the leads are listed that a message is for. */
  leadsPath: string;
  /** Each card says whose it is. */
  namesCustomer?: boolean;
  /** What narrows the list, above it. */
  filters?: ReactNode;
  /** Lets go of the filters; undefined where there are none. */
  onClearFilters?: () => void;
};

/** The campaigns as cards, and the one that the address opens. */
export function CampaignsPage(props: CampaignsPageProps) {
  const { customers, term = '', owner, leadsPath, namesCustomer, filters, onClearFilters } = props;
  const list = useInfiniteQuery(campaignList(customers, term));
  const [openId, open] = useUrlParameter('campaign', { push: true });
  const campaigns = rowsOf(list.data);
  const known = list.hasNextPage ? undefined : campaigns.length;
  const empty = onClearFilters ? (
    <NoMatch rows="campaigns" filters={term ? `“${term}”` : 'this customer'} onClear={onClearFilters} />
  ) : (
    <EmptyState
      icon={MessageSquareText}
      title="No campaigns yet"
      description="A campaign is a sequence of LinkedIn requests, LinkedIn messages and emails. Create one to start."
    />
  );
  const create = owner && <CreateCampaign owner={owner} onCreated={open} />;

  return (
    <div className="mx-auto max-w-300">
      <PageHeader title="Copy" count={known ? formatNumber(known) : undefined} actions={create} />
      {filters}
      <ListStates
        noun="campaigns"
        list={list}
        count={campaigns.length}
        skeleton={<CampaignCardsSkeleton />}
        empty={empty}
        onDemand
      >
        <ul
          aria-label="Campaigns"
          aria-busy={list.isPlaceholderData}
          className="grid grid-cols-1 gap-3 transition-opacity aria-busy:opacity-60 sm:grid-cols-2 lg:grid-cols-3"
        >
          {campaigns.map((campaign) => (
            <CampaignCard key={campaign.id} campaign={campaign} namesCustomer={namesCustomer} />
          ))}
        </ul>
      </ListStates>
      {openId && (
        <CampaignDialog
          key={openId}
          id={openId}
          listed={campaigns.find(({ id }) => id === openId)}
          customers={namesCustomer ? null : customers}
          leadsPath={leadsPath}
          namesCustomer={namesCustomer}
          onOpen={open}
        />
      )}
    </div>
  );
}
