import { clsx } from 'clsx';
import { texts as listTexts } from '@/features/lists/texts.ts';
import { formatNumber } from '@/lib/format.ts';
import { BAR_COLORS, StackedBar } from '@/ui/stacked-bar.tsx';

/** What the parts of the bar are, in the order of their colours. */
export const REVIEW_PARTS = [
  { label: listTexts.statusName('approved'), tone: 'approved' },
  { label: listTexts.statusName('rejected'), tone: 'rejected' },
  { label: listTexts.statusName('to_review'), tone: 'open' },
] as const;

export type ReviewBarProps = {
  approved: number;
  rejected: number;
  toReview: number;
  className?: string;
  withNumbers?: boolean;
};

export function ReviewBar({ approved, rejected, toReview, className, withNumbers }: ReviewBarProps) {
  const values = { approved, rejected, open: toReview };
  const parts = REVIEW_PARTS.map((part) => ({ ...part, value: values[part.tone] }));
  return (
    <div className={className}>
      <StackedBar parts={parts} />
      {withNumbers && (
        <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted text-xs">
          {parts.map(({ label, value, tone }) => (
            <div key={label} className="flex items-center gap-1.5">
              <span aria-hidden className={clsx('size-2 rounded-full', BAR_COLORS[tone])} />
              <dt>{label}</dt>
              <dd className="font-medium text-text tabular-nums">{formatNumber(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
