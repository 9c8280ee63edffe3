import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { formatShortDay } from '@/lib/format.ts';
import { Card } from '@/ui/card.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { Section } from '@/ui/section.tsx';
import { Loading } from '@/ui/skeleton.tsx';
import { DecisionsChart } from '../decisions-chart.tsx';
import { texts } from '../texts.ts';
import { decisionsPerWeek } from './data.ts';

const { decisions } = texts;

export const DecisionsCard = memo(() => {
  const query = useQuery(decisionsPerWeek);
  return (
    <Section title={decisions.title}>
      <Card className="p-5">
        <Loaded
          query={query}
          what={decisions.what}
          skeleton={<Loading label={decisions.loading} shape="h-52 w-full" />}
        >
          {(weeks) => <Weeks weeks={weeks} />}
        </Loaded>
      </Card>
    </Section>
  );
});

const WEEK_MS = 7 * 86_400_000;

/** Whether a week that begins on this date, UTC, is not over. */
const isUnfinished = (week: string | undefined) => week !== undefined && Date.now() < Date.parse(week) + WEEK_MS;

function Weeks({ weeks }: { weeks: readonly { week: string; approved: number; rejected: number }[] }) {
  const sum = (column: 'approved' | 'rejected') => weeks.reduce((total, week) => total + week[column], 0);
  if (sum('approved') + sum('rejected') === 0) return <p className="text-muted text-sm">{decisions.none}</p>;
  return (
    <DecisionsChart
      points={weeks.map(({ week, ...counts }) => ({ label: formatShortDay(week), ...counts }))}
      step={decisions.week}
      summary={decisions.summary(sum('approved'), sum('rejected'))}
      unfinished={isUnfinished(weeks.at(-1)?.week) ? decisions.unfinished : undefined}
    />
  );
}
