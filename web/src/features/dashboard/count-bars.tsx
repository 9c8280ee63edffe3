import { clsx } from 'clsx';
import { Link } from 'react-router';
import { formatNumber } from '@/lib/format.ts';
import { BAR_COLORS, type BarTone } from './review-bar.tsx';

export type CountBar = { label: string; count: number; tone: BarTone; to?: string | undefined };

/** Bars of counts, all to the same scale. `max` is the count of the longest bar. */
export function CountBars({ bars, max }: { bars: readonly CountBar[]; max: number }) {
  return (
    <ul className="space-y-2">
      {bars.map(({ label, count, tone, to }) => (
        <li key={label} className="grid grid-cols-[8.5rem_minmax(0,1fr)_3.5rem] items-center gap-3 text-xs">
          <span className="truncate text-muted" dir="auto" title={label}>
            {to ? (
              <Link to={to} className="rounded-sm underline-offset-2 hover:underline">
                {label}
              </Link>
            ) : (
              label
            )}
          </span>
          <span aria-hidden className="h-2 rounded-full bg-subtle">
            <span
              className={clsx('block h-full min-w-1 rounded-full', BAR_COLORS[tone])}
              style={{ width: `${(count / max) * 100}%` }}
            />
          </span>
          <span className="text-right tabular-nums">{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  );
}
