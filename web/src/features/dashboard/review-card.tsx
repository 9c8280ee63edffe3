import { Link } from 'react-router';
import { NO_FILTERS, writeFilters } from '@/features/review/filters.ts';
import type { ReviewCounts } from '@/features/review/list-data.ts';
import { countOf } from '@/features/review/status.ts';
import { paths } from '@/paths.ts';
import { buttonClass } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { ReviewBar } from './review-bar.tsx';
import { texts } from './texts.ts';

type ReviewCardProps = { leads: ReviewCounts | undefined; companies: ReviewCounts | undefined };

/** What is left to review, at the top of the dashboard. */
export function ReviewCard({ leads, companies }: ReviewCardProps) {
  if (!leads || !companies) {
    return (
      <Card className="mb-4 p-5">
        <Skeleton className="h-8 w-56" />
        <Skeleton className="mt-4 h-8 w-full" />
      </Card>
    );
  }
  const [openLeads, openCompanies] = [countOf(leads, 'to_review'), countOf(companies, 'to_review')];
  return (
    <Card className="mb-4 p-5">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="font-semibold text-[1rem] tabular-nums">{titleOf(leads, openLeads, openCompanies)}</h2>
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          {openCompanies > 0 && (
            <Link
              to={`${paths.companies}?${TO_REVIEW}`}
              className={buttonClass(openLeads > 0 ? 'secondary' : 'primary', 'md', 'max-sm:flex-1')}
            >
              {texts.review.toCompanies(openCompanies)}
            </Link>
          )}
          {openLeads > 0 && (
            <Link to={`${paths.leads}?${TO_REVIEW}`} className={buttonClass('primary', 'md', 'max-sm:flex-1')}>
              {texts.review.toLeads}
            </Link>
          )}
        </div>
      </div>
      {leads.total > 0 && (
        <ReviewBar
          approved={leads.approved}
          rejected={countOf(leads, 'rejected')}
          toReview={openLeads}
          className="mt-4"
          withNumbers
        />
      )}
    </Card>
  );
}

const TO_REVIEW = writeFilters(new URLSearchParams(), { ...NO_FILTERS, status: 'to_review' });

function titleOf({ total }: ReviewCounts, openLeads: number, openCompanies: number): string {
  if (openLeads > 0) return texts.review.leads(openLeads);
  if (openCompanies > 0) return texts.review.companies(openCompanies);
  return total > 0 ? texts.review.done : texts.review.nothing;
}
