import { clsx } from 'clsx';

export type BarTone = 'approved' | 'rejected' | 'open';
export type BarPart = { label: string; value: number; tone: BarTone };

export const BAR_COLORS: Record<BarTone, string> = {
  approved: 'bg-chart-approved',
  rejected: 'bg-chart-rejected',
  open: 'bg-chart-open',
};

/** Shares of a whole. Hidden from screen readers: its numbers stand beside it as text. */
export function StackedBar({ parts }: { parts: readonly BarPart[] }) {
  return (
    <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full">
      {parts
        .filter(({ value }) => value > 0)
        .map(({ label, value, tone }) => (
          <div key={label} className={clsx('min-w-1', BAR_COLORS[tone])} style={{ flex: `${value} 1 0` }} />
        ))}
    </div>
  );
}

export function BarLegend({ parts }: { parts: readonly Pick<BarPart, 'label' | 'tone'>[] }) {
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
