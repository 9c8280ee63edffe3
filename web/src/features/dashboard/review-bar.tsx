import { clsx } from 'clsx';
import { formatNumber } from '@/lib/format.ts';
import { BAR_COLORS, StackedBar } from '@/ui/stacked-bar.tsx';
import { texts } from './texts.ts';

export type ReviewBarProps = {
  approved: number;
  rejected: number;
  toReview: number;
  className?: string;
  withNumbers?: boolean;
};

export function ReviewBar({ approved, rejected, toReview, className, withNumbers }: ReviewBarProps) {
  const parts = [
    { label: texts.parts.approved, value: approved, tone: 'approved' },
    { label: texts.parts.rejected, value: rejected, tone: 'rejected' },
    { label: texts.parts.toReview, value: toReview, tone: 'open' },
  ] as const;
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
