import { Building2 } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { NO_LIST_FILTERS, readListFilters, writeListFilters } from '@/features/admin-list/filters.ts';
import { ReviewProgress } from '@/features/review/review-progress.tsx';
import { useSession } from '@/features/session/session.tsx';
import { exactTotal, formatCount } from '@/lib/tally.ts';
import { useUrlFilters } from '@/lib/url-parameters.ts';
import { useTally } from '@/lib/use-tally.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { LiveSearch } from '@/ui/live-search.tsx';
import { NoMatch } from '@/ui/no-match.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { CompanyList } from './company-list.tsx';
import { companyTally } from './data.ts';
import { COMPANY } from './noun.ts';

/** The companies of the customers in effect, to be approved or rejected one by one. */
export function CompaniesPage() {
  const { customerIds } = useSession();
  const [{ term }, change] = useUrlFilters({ read: readListFilters, write: writeListFilters });
  const scope = useMemo(() => ({ customers: customerIds, term }), [customerIds, term]);
  const tally = useTally(companyTally, scope);
  const search = useCallback((next: string) => change((current) => ({ ...current, term: next })), [change]);

  return (
    <>
      <PageHeader title="Companies" count={tally && formatCount(tally.total, tally)} />
      <div className="mb-3 flex flex-wrap gap-2">
        <LiveSearch
          label="Search by name, industry or location"
          term={term}
          onSearch={search}
          className="min-w-60 max-w-md flex-1"
        />
      </div>
      <ReviewProgress tally={tally} />
      <CompanyList
        scope={scope}
        total={exactTotal(tally)}
        empty={
          term ? (
            <NoMatch rows={COMPANY.many} filters={`“${term}”`} onClear={() => change(() => NO_LIST_FILTERS)} />
          ) : (
            <EmptyState
              icon={Building2}
              title="No companies yet"
              description="Your companies appear here once your agency has uploaded them."
            />
          )
        }
      />
    </>
  );
}
