import { ChartTable } from '@/ui/chart-table.tsx';
import { LineChart } from '@/ui/line-chart.tsx';
import { BarLegend, REVIEW_PARTS } from './review-bar.tsx';
import { texts } from './texts.ts';

const DECISIONS = [REVIEW_PARTS[0], REVIEW_PARTS[1]] as const;

export type DecisionsChartProps = {
  /** Points from left to right. */
  points: readonly { label: string; approved: number; rejected: number }[];
  /** The name of the labels, as the head of the table. */
  step: string;
  /** A sentence for screen readers. */
  summary: string;
  /** Says that the last point is not over; undefined if it is. */
  unfinished?: string | undefined;
};

/** Approved and rejected leads over time, as lines and as a table. */
export function DecisionsChart({ points, step, summary, unfinished }: DecisionsChartProps) {
  const weekName = (label: string, index: number) =>
    unfinished && index === points.length - 1 ? texts.decisions.soFar(label) : label;
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
        <BarLegend parts={DECISIONS} />
        {unfinished && <p>{unfinished}</p>}
      </div>
      <LineChart
        label={summary}
        labels={points.map(({ label }) => label)}
        isLastUnfinished={unfinished !== undefined}
        lines={DECISIONS.map((part) => ({ ...part, values: points.map((point) => point[part.tone]) }))}
      />
      <ChartTable
        label={texts.decisions.title}
        head={[step, ...DECISIONS.map(({ label }) => label)]}
        rows={points.map(({ label, approved, rejected }, index) => [weekName(label, index), approved, rejected])}
      />
    </>
  );
}
