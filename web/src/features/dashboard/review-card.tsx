import { Link } from 'react-router';
import { listPath, START_REVIEW } from '@/features/lists/filters.ts';
import type { ReviewCounts } from '@/features/lists/list-data.ts';
import { countRows } from '@/features/lists/status.ts';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { buttonClass } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { ReviewBar } from './review-bar.tsx';
import { texts } from './texts.ts';

const { review } = texts;

type ReviewCardProps = {
  leads: ReviewCounts | undefined;
  companies: ReviewCounts | undefined;
  /** Whether the user decides about none of them. */
  isViewer: boolean;
  /** By when to review, in words. */
  deadline: string | undefined;
};

/** The leads or, if none is left, companies to review, at the top of the dashboard. The bar shows those that the title counts. */
export function ReviewCard({ leads, companies, isViewer, deadline }: ReviewCardProps) {
  const note = deadline && <p className="mt-3 text-muted text-sm">{deadline}</p>;
  if (!leads || !companies) {
    return (
      <Card className="mb-4 p-5">
        <Loading label={review.loading}>
          <Skeleton className="h-8 w-56" />
          <Skeleton className="mt-4 h-8 w-full" />
        </Loading>
        {note}
      </Card>
    );
  }
  const [openLeads, openCompanies] = [countRows(leads, 'to_review'), countRows(companies, 'to_review')];
  const isOfCompanies = openLeads === 0 && (leads.total === 0 || openCompanies > 0);
  const counts = isOfCompanies ? companies : leads;
  return (
    <Card className="mb-4 p-5">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="font-semibold text-[1rem] tabular-nums">
          {cardTitle(counts, isOfCompanies ? review.companies : review.leads)}
        </h2>
        {isViewer ? (
          <p className="text-muted text-sm">{commonTexts.viewer}</p>
        ) : (
          <div className="flex flex-wrap gap-2 max-sm:w-full">
            {openCompanies > 0 && (
              <Link
                to={listPath(paths.companies, { status: 'to_review' })}
                state={START_REVIEW}
                className={buttonClass(openLeads > 0 ? 'secondary' : 'primary', 'md', 'max-sm:flex-1')}
              >
                {review.toCompanies(openCompanies)}
              </Link>
            )}
            {openLeads > 0 && (
              <Link
                to={listPath(paths.leads, { status: 'to_review' })}
                state={START_REVIEW}
                className={buttonClass('primary', 'md', 'max-sm:flex-1')}
              >
                {review.toLeads}
              </Link>
            )}
          </div>
        )}
      </div>
      {counts.total > 0 && (
        <ReviewBar
          approved={counts.approved}
          rejected={countRows(counts, 'rejected')}
          toReview={countRows(counts, 'to_review')}
          className="mt-4"
          withNumbers
        />
      )}
      {note}
    </Card>
  );
}

type Words = { left: (count: number) => string; done: string };

function cardTitle(counts: ReviewCounts, { left, done }: Words): string {
  if (counts.total === 0) return review.nothing;
  const open = countRows(counts, 'to_review');
  return open > 0 ? left(open) : done;
}
