import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { formatNumber } from '../../lib/format.ts';
import { LiveSearch } from '../../ui/live-search.tsx';
import { NoMatch } from '../../ui/no-match.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AudienceFilter } from '../audiences/audience-filter.tsx';
import { ReviewProgress } from '../review/review-progress.tsx';
import { useSession } from '../session/session.tsx';
import { leadTally, scopeOf } from './data.ts';
import { describeFilters, NO_FILTERS } from './filters.ts';
import { LeadsWithout } from './leads-without.tsx';
import { LeadList } from './list/lead-list.tsx';
import { readMissing } from './missing.ts';
import { NoLeads } from './no-leads.tsx';
import { LEAD } from './noun.ts';
import { useFilters } from './use-filters.ts';

/** The leads of the customers in effect, or those of them that lack what the address names. */
export function LeadsPage() {
  const { customerIds } = useSession();
  const [url, setUrl] = useSearchParams();
  const missing = useMemo(() => readMissing(url), [url]);
  const ofOne = useMemo(() => customerIds.filter((id) => id === missing?.customerId), [customerIds, missing]);
  if (!missing) return <AllLeads />;
  const customers = ofOne.length > 0 ? ofOne : customerIds;
  return <LeadsWithout gap={missing.gap} customers={customers} onClear={() => setUrl({}, { replace: true })} />;
}

/** All leads of the customers in effect, to be approved or rejected one by one. */
function AllLeads() {
  const { customerIds } = useSession();
  const [url, change] = useFilters();
  const filters = useMemo(() => ({ term: url.term, customerId: null, audience: url.audience || null }), [url]);
  const scope = useMemo(() => scopeOf(filters, customerIds), [filters, customerIds]);
  const narrowed = describeFilters(filters);
  const { data: tally } = useQuery(leadTally(scope));
  const search = useCallback((term: string) => change((current) => ({ ...current, term })), [change]);

  return (
    <>
      <PageHeader title="Leads" count={tally && formatNumber(tally.total)} />
      <div className="mb-3 flex flex-wrap gap-2">
        <AudienceFilter
          value={filters.audience}
          onChange={(audience) => change((current) => ({ ...current, audience }))}
          customers={customerIds}
        />
        <LiveSearch
          label="Search by name, company or title"
          term={filters.term}
          onSearch={search}
          className="min-w-60 max-w-md flex-1"
        />
      </div>
      <ReviewProgress tally={tally} />
      <LeadList
        scope={scope}
        layout="plain"
        total={tally?.total}
        empty={
          narrowed ? (
            <NoMatch rows={LEAD.many} filters={narrowed} onClear={() => change(() => NO_FILTERS)} />
          ) : (
            <NoLeads description="Your leads appear here once your agency has uploaded them." />
          )
        }
      />
    </>
  );
}
