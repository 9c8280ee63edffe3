import { useQueries, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleCheck } from 'lucide-react';
import { Link, Navigate, useParams } from 'react-router';
import { type Review, sentReviews } from '@/features/campaigns/review/data.ts';
import { COMPANIES } from '@/features/companies/company-table.tsx';
import { LEADS } from '@/features/leads/lead-table.tsx';
import { listPath, makeScope, NO_FILTERS } from '@/features/lists/filters.ts';
import { countsQuery, type ReviewCounts } from '@/features/lists/list-data.ts';
import { countRows } from '@/features/lists/status.ts';
import { CustomerListPage } from '@/features/review/customer-list-page.tsx';
import { ReviewProgress } from '@/features/review/review-progress.tsx';
import { useSession } from '@/features/session/session.tsx';
import { formatDay, formatNumber } from '@/lib/format.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import type { TableName } from '@/lib/list-keys.ts';
import { usePageTitle } from '@/lib/page-title.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Note } from '@/ui/note.tsx';
import { Loading } from '@/ui/skeleton.tsx';
import { texts } from './texts.ts';

const { review } = texts;

/** The campaigns, whose code, with that for differences, is loaded when they are first shown. */
const GuestCampaigns = lazyPart(
  'GuestCampaigns',
  () => import('./guest-campaigns.tsx'),
  <Loading label={commonTexts.loading(texts.page)} shape="h-64" />,
);

type SectionName = TableName | 'campaigns';

const TITLES: Record<SectionName, string> = {
  leads: commonTexts.pages.leads,
  companies: commonTexts.pages.companies,
  campaigns: review.campaigns,
};

/** The parts of the link in order, with their counts. Campaigns that the guest does not sign off have none. */
function useSections() {
  const { reviewLink, customerIds } = useSession();
  const { path = '', subjects = [], hasCampaigns = false, canSignOff = false } = reviewLink ?? {};
  const audience = reviewLink?.preview?.audience ?? null;
  const scope = makeScope({ ...NO_FILTERS, audience }, customerIds);
  const lists = useQueries({ queries: subjects.map((subject) => countsQuery(subject, scope)) });
  const campaigns = useQuery({ ...sentReviews(customerIds), enabled: canSignOff });
  const sections = subjects.map((name, at) => ({
    name: name as SectionName,
    path: listPath(`${path}/${name}`, { status: 'to_review' }),
    counts: lists[at]?.data,
  }));
  if (hasCampaigns) {
    sections.push({
      name: 'campaigns',
      path: `${path}/campaigns`,
      counts: canSignOff && campaigns.data ? countReviews(campaigns.data) : undefined, // a guest who does not sign off loads them for the list of campaigns
    });
  }
  const isLoading = [...lists, campaigns].some((query) => query.isLoading);
  return { sections, isLoading };
}

const countReviews = (reviews: readonly Review[]): ReviewCounts => ({
  total: reviews.length,
  approved: reviews.filter(({ status }) => status === 'approved').length,
  reviewed: reviews.filter(({ status }) => status !== 'in_review').length,
  is_estimated: false,
});

/** The page opens with the first section that has something to review. */
export function Sections() {
  const { section } = useParams();
  const { customers, reviewLink } = useSession();
  const { sections, isLoading } = useSections();
  const shown = sections.find(({ name }) => name === section);
  usePageTitle([shown && TITLES[shown.name], review.title(customers[0]?.name ?? '')].filter(Boolean).join(' · '));
  if (!shown) {
    if (isLoading) return <Loading label={commonTexts.loading(texts.page)} className="mt-6" shape="h-64" />;
    const first = sections.find(({ counts }) => counts && countRows(counts, 'to_review') > 0) ?? sections[0];
    return <Navigate to={first?.path ?? ''} replace />;
  }
  const all = isLoading ? undefined : total(sections.flatMap(({ counts }) => counts ?? []));
  const campaigns = sections.find(({ name }) => name === 'campaigns');
  const waiting = campaigns?.counts ? countRows(campaigns.counts, 'to_review') : 0;
  const afterLists = campaigns && waiting > 0 ? { to: campaigns.path, label: review.reviewCampaigns(waiting) } : null;
  const isDone = all !== undefined && all.total > 0 && all.reviewed === all.total;
  return (
    <>
      <div className="@container mt-4">
        <ReviewProgress counts={all} hasHints={shown.name !== 'campaigns'} />
      </div>
      {sections.length > 1 && (
        <nav aria-label={review.sections} className="mt-4 flex gap-1 overflow-x-auto border-border border-b">
          {sections.map((one) => (
            <SectionLink key={one.name} {...one} isShown={one === shown} />
          ))}
        </nav>
      )}
      <div className="mt-5" inert={Boolean(reviewLink?.preview)}>
        {shown.name === 'campaigns' && reviewLink && (
          <>
            {isDone && (
              <Note tone="success" title={review.done} className="mb-4">
                {review.doneHint(formatDay(new Date(reviewLink.expiresAt), new Date()))}
              </Note>
            )}
            <GuestCampaigns />
          </>
        )}
        {shown.name === 'leads' && <CustomerListPage key="leads" table={LEADS} afterLists={afterLists} />}
        {shown.name === 'companies' && <CustomerListPage key="companies" table={COMPANIES} afterLists={afterLists} />}
      </div>
    </>
  );
}

const total = (counts: readonly ReviewCounts[]): ReviewCounts => {
  const sum = (name: 'total' | 'approved' | 'reviewed') => counts.reduce((all, one) => all + one[name], 0);
  return {
    total: sum('total'),
    approved: sum('approved'),
    reviewed: sum('reviewed'),
    is_estimated: counts.some(({ is_estimated }) => is_estimated),
  };
};

type SectionLinkProps = { name: SectionName; path: string; counts: ReviewCounts | undefined; isShown: boolean };

/** A section, with the number of what is left to review in it. */
function SectionLink({ name, path, counts, isShown }: SectionLinkProps) {
  const left = counts ? countRows(counts, 'to_review') : 0;
  return (
    <Link
      to={path}
      aria-current={isShown ? 'page' : undefined}
      className={clsx(
        'flex h-10 shrink-0 items-center gap-2 border-b-2 px-3 font-medium text-sm pointer-coarse:h-11',
        isShown ? 'border-accent text-text' : 'border-transparent text-muted hover:text-text',
      )}
    >
      {TITLES[name]}
      {left === 0 && counts && counts.total > 0 && (
        <>
          <CircleCheck aria-hidden className="size-4 text-success" />
          <span className="sr-only">{review.reviewed}</span>
        </>
      )}
      {left > 0 && (
        <span className="font-normal text-muted tabular-nums">
          {formatNumber(left)} <span className="max-sm:sr-only">{review.toReview}</span>
        </span>
      )}
    </Link>
  );
}
