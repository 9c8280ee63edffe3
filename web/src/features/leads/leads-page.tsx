import { X } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { AudienceFilter } from '@/features/audiences/audience-filter.tsx';
import { ReviewProgress } from '@/features/review/review-progress.tsx';
import { useSession } from '@/features/session/session.tsx';
import { exactTotal, formatCount } from '@/lib/tally.ts';
import { useTally } from '@/lib/use-tally.ts';
import { Button } from '@/ui/button.tsx';
import { LiveSearch } from '@/ui/live-search.tsx';
import { NoMatch } from '@/ui/no-match.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { leadTally, scopeOf } from './data.ts';
import { describeFilters, NO_FILTERS } from './filters.ts';
import { LeadList } from './list/lead-list.tsx';
import { gapNames, readMissing } from './missing.ts';
import { NoLeads } from './no-leads.tsx';
import { LEAD } from './noun.ts';
import { useFilters } from './use-filters.ts';

/** The leads of the customers in effect, to be approved or rejected one by one; only those that lack what the address names, where it names something. */
export function LeadsPage() {
  const { customerIds } = useSession();
  const [url, setUrl] = useSearchParams();
  const [inUrl, change] = useFilters();
  const missing = useMemo(() => readMissing(url), [url]);
  const customers = useMemo(() => onlyOne(customerIds, missing?.customerId), [customerIds, missing]);
  const filters = useMemo(() => ({ term: inUrl.term, customerId: null, audience: inUrl.audience || null }), [inUrl]);
  const scope = useMemo(
    () => ({ ...scopeOf(filters, customers), ...(missing && { missing: missing.gap }) }),
    [filters, customers, missing],
  );
  const lacking = missing && `approved, without ${gapNames[missing.gap]}`;
  const narrowed = [describeFilters(filters), lacking].filter(Boolean).join(', ');
  const tally = useTally(leadTally, scope);
  const search = useCallback((term: string) => change((current) => ({ ...current, term })), [change]);
  const showAll = () => setUrl({}, { replace: true });

  return (
    <>
      <PageHeader
        title="Leads"
        count={tally && formatCount(tally.total, tally)}
        description={lacking && `Only those that are ${lacking}.`}
      />
      {lacking && (
        <Button icon={X} className="mb-3" onClick={showAll}>
          Show all leads
        </Button>
      )}
      <div className="mb-3 flex flex-wrap gap-2">
        <AudienceFilter
          value={filters.audience}
          onChange={(audience) => change((current) => ({ ...current, audience }))}
          customers={customers}
        />
        <LiveSearch
          label="Search by name, company or title"
          term={filters.term}
          onSearch={search}
          className="min-w-60 max-w-md flex-1"
        />
      </div>
      {!lacking && <ReviewProgress tally={tally} />}
      <LeadList
        scope={scope}
        layout="plain"
        total={exactTotal(tally)}
        empty={
          narrowed ? (
            <NoMatch rows={LEAD.many} filters={narrowed} onClear={lacking ? showAll : () => change(() => NO_FILTERS)} />
          ) : (
            <NoLeads description="Your leads appear here once your agency has uploaded them." />
          )
        }
      />
    </>
  );
}

/** The one customer that is asked for, where it is among them, or else all of them. */
function onlyOne(customerIds: readonly string[], wanted: string | null | undefined): readonly string[] {
  const found = customerIds.filter((id) => id === wanted);
  return found.length > 0 ? found : customerIds;
}
