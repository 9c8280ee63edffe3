import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { MessageSquareText, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { CommentCountsContext, useCommentCounts } from '@/features/comments/comment-counts.tsx';
import { useWaiting, WaitingFilter } from '@/features/comments/waiting.tsx';
import { type WaitingReason, waitingIds } from '@/features/comments/waiting-data.ts';
import { CustomerFilter } from '@/features/customers/customer-select.tsx';
import { customerDetails, refreshCustomers, setSignOff } from '@/features/customers/data.ts';
import { useSession } from '@/features/session/session.tsx';
import { useRoles } from '@/features/session/use-role.ts';
import { loadedRows } from '@/lib/keyset.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { mergedMaps } from '@/lib/query-client.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useUrlFilters, useUrlParameter } from '@/lib/url-parameters.ts';
import { useSave } from '@/lib/use-save.ts';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { CheckField } from '@/ui/checkbox.tsx';
import { EmptyState, NoMatch } from '@/ui/empty-state.tsx';
import { ListStates } from '@/ui/list/list-states.tsx';
import { LiveSearch } from '@/ui/live-search.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { CampaignCard } from './campaign-card.tsx';
import { type CampaignOwner, CreateCampaignDialog } from './campaign-name-dialogs.tsx';
import { campaignCounts, campaignList, readFilters, writeFilters } from './data.ts';
import { campaignReviews } from './review/data.ts';
import { texts } from './texts.ts';

const CampaignDialog = lazyPart('CampaignDialog', () => import('./campaign-dialog.tsx'));

// A page that opens with a campaign loads its code while the roles are read. A failure is shown when the dialog is rendered.
if (new URLSearchParams(location.search).has('campaign')) CampaignDialog.load().catch(() => {});

type CampaignsPageProps = {
  /** Only the campaigns of these customers; null for all. */
  customers: readonly string[] | null;
  /** Only campaigns whose name contains it. */
  term?: string;
  /** Only campaigns that wait for the user, for this reason. */
  waiting: WaitingReason | 'any' | null;
  onWaiting: (waiting: 'any' | null) => void;
  /** The owner of a new campaign; undefined if the user cannot create one. */
  owner: CampaignOwner | undefined;
  leadsPath: string;
  showsCustomer?: boolean;
  filters?: ReactNode;
  /** Undefined if no filter is set. */
  onClearFilters?: () => void;
};

/** The campaigns as cards. The URL holds the open campaign. */
function CampaignsPage(props: CampaignsPageProps) {
  const { customers, term = '', waiting, onWaiting, owner, leadsPath, showsCustomer, filters, onClearFilters } = props;
  const rows = useWaiting(waiting !== null);
  const waitingNow = waiting && rows ? waitingIds(rows, 'campaigns', waiting) : null;
  const list = useInfiniteQuery({
    ...campaignList(customers, term, waitingNow),
    enabled: waiting === null || waitingNow !== null,
  });
  const [openId, open] = useUrlParameter('campaign', { push: true, clears: 'version' });
  const [creating, setCreating] = useUrlParameter('create');
  const campaigns = loadedRows(list.data);
  const ids = (list.data?.pages ?? []).map((page) => page.rows.map(({ id }) => id)).filter((page) => page.length > 0);
  const counts = useQueries({ queries: ids.map(campaignCounts), combine: mergedMaps });
  const reviews = useQueries({ queries: ids.map(campaignReviews), combine: mergedMaps });
  const comments = useCommentCounts(list.data?.pages);
  const total = list.hasNextPage ? undefined : campaigns.length;
  const empty = onClearFilters ? (
    <NoMatch
      rows={texts.rows}
      filters={term ? `"${term}"` : waiting ? texts.waiting : texts.thisCustomer}
      onClear={onClearFilters}
    />
  ) : (
    <EmptyState icon={MessageSquareText} title={texts.empty} description={owner && texts.emptyHint} />
  );
  const create = owner && (
    <Button variant="primary" icon={Plus} onClick={() => setCreating('1')}>
      {texts.create.title}
    </Button>
  );

  return (
    <div className="mx-auto max-w-300">
      <PageHeader
        title={commonTexts.pages.copy}
        count={total || undefined}
        actions={
          <>
            <WaitingFilter isOn={waiting !== null} onChange={(isOn) => onWaiting(isOn ? 'any' : null)} />
            {create}
          </>
        }
      />
      {filters}
      <ListStates
        noun={texts.rows}
        list={list}
        count={campaigns.length}
        skeleton={
          <Loading label={commonTexts.loading(texts.rows)} className={CARDS} count={6}>
            <div className="rounded-lg border border-border bg-raised p-4">
              <Skeleton className="h-5 w-3/5" />
              <Skeleton className="mt-6 h-5 w-16" />
            </div>
          </Loading>
        }
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
                review={reviews.get(campaign.id)}
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

const FILTERS = { read: readFilters, write: writeFilters };

/** The campaigns of the effective customers. New campaigns belong to the first of those that the user is an approver of, unless the user chooses another one. */
export function CopyPage() {
  const { customerIds } = useSession();
  const roleIn = useRoles();
  const [first] = customerIds.filter((id) => roleIn(id) === 'approver');
  const areSeveral = customerIds.length > 1;
  const owner = first === undefined ? undefined : { choose: areSeveral, initial: first };
  const [{ waiting }, change] = useUrlFilters(FILTERS);
  return (
    <CampaignsPage
      customers={customerIds}
      waiting={waiting}
      onWaiting={(next) => change({ waiting: next })}
      owner={owner}
      leadsPath={paths.leads}
      showsCustomer={areSeveral}
      onClearFilters={waiting ? () => change({ waiting: null }) : undefined}
    />
  );
}

/** The campaigns of all customers, or of one. The URL holds the filters. */
export function AdminCopyPage() {
  const [{ customers, term, waiting }, change] = useUrlFilters(FILTERS);
  const [customerId = null] = customers ?? [];
  return (
    <CampaignsPage
      customers={customers}
      term={term}
      waiting={waiting}
      onWaiting={(next) => change({ waiting: next })}
      owner={{ choose: true, initial: customerId }}
      leadsPath={paths.adminLeads}
      showsCustomer
      filters={
        <div className="mb-4 flex flex-wrap gap-2">
          <CustomerFilter value={customerId} onChange={(id) => change({ customers: id ? [id] : null })} />
          <LiveSearch
            label={texts.search}
            term={term}
            onSearch={(next) => change({ term: next })}
            className="min-w-60 max-w-md flex-1"
          />
          {customerId && <SignOffSetting customerId={customerId} />}
        </div>
      }
      onClearFilters={
        customers || term || waiting ? () => change({ customers: null, term: '', waiting: null }) : undefined
      }
    />
  );
}

/** Whether campaigns of a customer can become active with approved copy only. */
function SignOffSetting({ customerId }: { customerId: string }) {
  const { signOff } = texts;
  const { data: customer } = useQuery(customerDetails(customerId));
  const { save } = useSave({
    write: (isNeeded: boolean) => setSignOff(customerId, isNeeded),
    refresh: refreshCustomers,
    success: (_, isNeeded) => ({ title: isNeeded ? signOff.on : signOff.off, description: signOff.help }),
    failure: signOff.failure,
  });
  if (!customer) return null;
  return (
    <CheckField checked={customer.needs_sign_off} onChange={save} className="min-h-8 items-center gap-2 text-sm">
      <span title={signOff.help}>{signOff.label}</span>
    </CheckField>
  );
}
