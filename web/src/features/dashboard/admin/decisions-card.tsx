import { useQuery } from '@tanstack/react-query';
import { Card } from '@/ui/card.tsx';
import { ChartTable } from '@/ui/chart-table.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { LineChart } from '@/ui/line-chart.tsx';
import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { BarLegend } from '@/ui/stacked-bar.tsx';
import { REVIEW_PARTS } from '../review-bar.tsx';
import { Section } from '../section.tsx';
import { texts } from '../texts.ts';
import { decisionsPerWeek } from './data.ts';

const { decisions } = texts;
const DECISIONS = [REVIEW_PARTS[0], REVIEW_PARTS[1]] as const;

export function DecisionsCard() {
  const query = useQuery(decisionsPerWeek);
  const skeleton = (
    <Loading label={decisions.loading}>
      <Skeleton className="h-52 w-full" />
    </Loading>
  );
  return (
    <Section title={decisions.title}>
      <Card className="p-5">
        <Loaded query={query} what={decisions.what} skeleton={skeleton}>
          {(weeks) => <Weeks weeks={weeks} />}
        </Loaded>
      </Card>
    </Section>
  );
}

const shortDay = (date: string) =>
  new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(date));

const WEEK_MS = 7 * 86_400_000;

/** Whether a week that begins on this date, UTC, is not over. */
const isUnfinished = (week: string | undefined) => week !== undefined && Date.now() < Date.parse(week) + WEEK_MS;

function Weeks({ weeks }: { weeks: readonly { week: string; approved: number; rejected: number }[] }) {
  const isLastUnfinished = isUnfinished(weeks.at(-1)?.week);
  const nameOf = (week: string, index: number) =>
    isLastUnfinished && index === weeks.length - 1 ? decisions.soFar(shortDay(week)) : shortDay(week);
  const sum = (column: 'approved' | 'rejected') => weeks.reduce((total, week) => total + week[column], 0);
  if (sum('approved') + sum('rejected') === 0) return <p className="text-muted text-sm">{decisions.none}</p>;
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
        <BarLegend parts={DECISIONS} />
        {isLastUnfinished && <p>{decisions.unfinished}</p>}
      </div>
      <LineChart
        label={decisions.summary(sum('approved'), sum('rejected'))}
        labels={weeks.map(({ week }) => shortDay(week))}
        isLastUnfinished={isLastUnfinished}
        lines={DECISIONS.map((part) => ({ ...part, values: weeks.map((week) => week[part.tone]) }))}
      />
      <ChartTable
        summary={texts.asTable}
        label={decisions.title}
        head={[decisions.week, ...DECISIONS.map(({ label }) => label)]}
        rows={weeks.map(({ week, approved, rejected }, index) => [nameOf(week, index), approved, rejected])}
      />
    </>
  );
}
