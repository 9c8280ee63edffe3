import { clsx } from 'clsx';
import { texts as listTexts } from '@/features/lists/texts.ts';
import { formatNumber } from '@/lib/format.ts';

export type BarTone = 'approved' | 'rejected' | 'open';

export const BAR_COLORS: Record<BarTone, string> = {
  approved: 'bg-chart-approved',
  rejected: 'bg-chart-rejected',
  open: 'bg-chart-open',
};

/** The parts of the bar, in the order of their colours. */
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

/** The shares of a review as a bar, hidden from screen readers: its numbers stand beside it as text, or below it. */
export function ReviewBar({ approved, rejected, toReview, className, withNumbers }: ReviewBarProps) {
  const values = { approved, rejected, open: toReview };
  const parts = REVIEW_PARTS.map((part) => ({ ...part, value: values[part.tone] }));
  return (
    <div className={className}>
      <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full">
        {parts
          .filter(({ value }) => value > 0)
          .map(({ label, value, tone }) => (
            <div key={label} className={clsx('min-w-1', BAR_COLORS[tone])} style={{ flex: `${value} 1 0` }} />
          ))}
      </div>
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

export function BarLegend({ parts }: { parts: readonly { label: string; tone: BarTone }[] }) {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
      {parts.map(({ label, tone }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span className={clsx('size-2 rounded-full', BAR_COLORS[tone])} />
          {label}
        </li>
      ))}
    </ul>
  );
}
