import { DecisionsChart } from '@/features/dashboard/decisions-chart.tsx';
import { texts as dashboardTexts } from '@/features/dashboard/texts.ts';
import { formatMonth, formatNumber, formatShortDay } from '@/lib/format.ts';
import { Card } from '@/ui/card.tsx';
import { Section } from '@/ui/section.tsx';
import type { Report, ReportRow } from './data.ts';
import { makeTimeline, type Period } from './period.ts';
import { texts } from './texts.ts';

const { summary, decisions } = texts;

const STEPS = ['approved', 'handed_off', 'contacted', 'replied'] as const;

/** Each step with its share of the one before, if it can be one. */
export function SummarySection({ total }: { total: ReportRow }) {
  const max = Math.max(1, ...STEPS.map((step) => total[step]));
  return (
    <Section title={summary.title} className="mt-6 break-inside-avoid">
      <Card className="p-5">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4">
          {STEPS.map((step, index) => {
            const [count, before] = [total[step], STEPS[index - 1]];
            return (
              <div key={step} className="min-w-0">
                <dt className="text-muted text-sm">{texts.columns[step]}</dt>
                <dd>
                  <span className="block font-semibold text-2xl tabular-nums">{formatNumber(count)}</span>
                  <span aria-hidden className="mt-1.5 block h-2 rounded-full bg-subtle">
                    <span
                      className="block h-full rounded-full bg-chart-approved"
                      style={{ width: `${(count / max) * 100}%` }}
                    />
                  </span>
                  <span className="mt-1 block min-h-4 text-muted text-xs">
                    {before &&
                      total[before] > 0 &&
                      count <= total[before] &&
                      summary.share(count / total[before], texts.columns[before])}
                  </span>
                </dd>
              </div>
            );
          })}
        </dl>
        <p className="mt-3 text-muted text-xs">{summary.note}</p>
      </Card>
    </Section>
  );
}

export function DecisionsSection({ report: { total, weeks }, period }: { report: Report; period: Period }) {
  const { points, isOfMonths, isLastUnfinished } = makeTimeline(weeks, period, Date.now());
  const formatStart = isOfMonths ? formatMonth : formatShortDay;
  const unfinished = isOfMonths ? decisions.unfinishedMonth : dashboardTexts.decisions.unfinished;
  return (
    <Section title={decisions.title} className="break-inside-avoid">
      <Card className="p-5">
        {total.approved + total.rejected === 0 ? (
          <p className="text-muted text-sm">{texts.none}</p>
        ) : (
          <DecisionsChart
            points={points.map(({ start, ...counts }) => ({ label: formatStart(start), ...counts }))}
            step={isOfMonths ? decisions.month : dashboardTexts.decisions.week}
            summary={decisions.summary(total.approved, total.rejected)}
            unfinished={isLastUnfinished ? unfinished : undefined}
          />
        )}
      </Card>
    </Section>
  );
}
