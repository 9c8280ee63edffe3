import { X } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { NO_FILTERS, scopeOf } from '@/features/lists/filters.ts';
import { useReviewCounts } from '@/features/lists/list-data.ts';
import type { UrlCondition } from '@/features/review/customer-list-page.tsx';
import { ReviewList } from '@/features/review/review-list.tsx';
import { texts as reviewTexts } from '@/features/review/texts.ts';
import { capitalized, formatNumber } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { NoMatch } from '@/ui/no-match.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { LEADS } from './lead-table.tsx';

/** The approved leads that a link selects by a missing field, which is no filter of the administrators' list. */
export function LeadsWithout({ condition }: { condition: UrlCondition }) {
  const { missing, customerId, words } = condition;
  const [, setUrl] = useSearchParams();
  const scope = useMemo(() => ({ ...scopeOf({ ...NO_FILTERS, customerId }, null), missing }), [customerId, missing]);
  const total = useReviewCounts('leads', scope)?.total;
  const showAll = () => setUrl({}, { replace: true });
  return (
    <>
      <PageHeader
        title={capitalized(LEADS.noun.many)}
        count={total === undefined ? undefined : formatNumber(total)}
        description={reviewTexts.filtered(words)}
      />
      <Button icon={X} className="mb-3" onClick={showAll}>
        {reviewTexts.showAll(LEADS.noun)}
      </Button>
      <ReviewList
        table={LEADS}
        scope={scope}
        total={total}
        empty={<NoMatch rows={LEADS.noun.many} filters={words} onClear={showAll} />}
      />
    </>
  );
}
