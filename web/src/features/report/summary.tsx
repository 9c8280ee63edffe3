import { DecisionsChart } from '@/features/dashboard/decisions-chart.tsx';
import { Section } from '@/features/dashboard/section.tsx';
import { formatMonth, formatNumber, formatShare, formatShortDay } from '@/lib/format.ts';
import { Card } from '@/ui/card.tsx';
import type { ReportRow } from './data.ts';
import { type Period, timelineOf } from './period.ts';
import { texts } from './texts.ts';

const { summary, decisions } = texts;

type Counted = Pick<ReportRow, 'approved' | 'handed_off' | 'contacted' | 'replied'>;

/** Each with the number that it is a share of. */
const stepsOf = ({ approved, handed_off, contacted, replied }: Counted) => [
  { label: summary.approved, count: approved },
  { label: summary.handedOff, count: handed_off, whole: approved, of: summary.shareOf.approved },
  { label: summary.contacted, count: contacted, whole: handed_off, of: summary.shareOf.handedOff },
  { label: summary.replied, count: replied, whole: contacted, of: summary.shareOf.contacted },
];

export function SummarySection({ total }: { total: Counted }) {
  const steps = stepsOf(total);
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <Section title={summary.title} className="mt-6 break-inside-avoid">
      <Card className="p-5">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4">
          {steps.map(({ label, count, whole = 0, of }) => (
            <div key={label} className="min-w-0">
              <dt className="text-muted text-sm">{label}</dt>
              <dd>
                <span className="block font-semibold text-2xl tabular-nums">{formatNumber(count)}</span>
                <span aria-hidden className="mt-1.5 block h-2 rounded-full bg-subtle">
                  <span
                    className="block h-full rounded-full bg-chart-approved"
                    style={{ width: `${(count / most) * 100}%` }}
                  />
                </span>
                <span className="mt-1 block min-h-4 text-muted text-xs">
                  {of && whole > 0 && count <= whole && `${formatShare(count / whole)} ${of}`}
                </span>
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-muted text-xs">{summary.note}</p>
      </Card>
    </Section>
  );
}

export function DecisionsSection({ weeks, period }: { weeks: readonly ReportRow[]; period: Period }) {
  const { points, isOfMonths, isLastUnfinished } = timelineOf(weeks, period, Date.now());
  const sum = (column: 'approved' | 'rejected') => points.reduce((total, point) => total + point[column], 0);
  const labelOf = isOfMonths ? formatMonth : formatShortDay;
  const unfinished = isOfMonths ? decisions.unfinishedMonth : decisions.unfinishedWeek;
  return (
    <Section title={decisions.title} className="break-inside-avoid">
      <Card className="p-5">
        {sum('approved') + sum('rejected') === 0 ? (
          <p className="text-muted text-sm">{decisions.none}</p>
        ) : (
          <DecisionsChart
            points={points.map(({ start, ...counts }) => ({ label: labelOf(start), ...counts }))}
            step={isOfMonths ? decisions.month : decisions.week}
            summary={decisions.summary(sum('approved'), sum('rejected'))}
            unfinished={isLastUnfinished ? unfinished : undefined}
          />
        )}
      </Card>
    </Section>
  );
}
