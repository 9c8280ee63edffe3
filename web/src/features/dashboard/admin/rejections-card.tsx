import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { formatNumber } from '@/lib/format.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { Card } from '@/ui/card.tsx';
import { ChartTable } from '@/ui/chart-table.tsx';
import { LoadError } from '@/ui/load-error.tsx';
import { Select } from '@/ui/select.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Section } from '../section.tsx';
import { texts } from '../texts.ts';
import { type AudienceRejections, type ReasonCount, rejectionsByAudience } from './decisions-data.ts';
import { periods, readPeriod } from './period.ts';

const { rejections } = texts;

/** Why leads were rejected, by audience. The URL holds the period. */
export function RejectionsCard() {
  const [written, write] = useUrlParameter('period');
  const period = readPeriod(written);
  const { data: audiences, error, isError, isPlaceholderData, refetch } = useQuery(rejectionsByAudience(period));
  return (
    <Section
      title={rejections.title}
      action={
        <Select
          label={rejections.period}
          value={period}
          onChange={write}
          options={periods.map((value) => ({ value, label: rejections.periods[value] }))}
          className="w-36!"
        />
      }
    >
      <Card className={clsx('p-5 transition-opacity', isPlaceholderData && 'opacity-60')}>
        {audiences ? (
          <Audiences audiences={audiences} />
        ) : isError ? (
          <LoadError what={rejections.what} error={error} onRetry={refetch} />
        ) : (
          <div role="status" aria-label={rejections.loading}>
            <Skeleton className="h-40 w-full" />
          </div>
        )}
      </Card>
    </Section>
  );
}

const audienceName = ({ audience }: Pick<AudienceRejections, 'audience'>) => audience ?? rejections.unassigned;
const reasonName = ({ reason }: Pick<ReasonCount, 'reason'>) => reason ?? rejections.noReason;

function Audiences({ audiences }: { audiences: readonly AudienceRejections[] }) {
  if (audiences.length === 0) return <p className="text-muted text-sm">{rejections.none}</p>;
  const most = Math.max(...audiences.flatMap((audience) => barsOf(audience).map(({ rejected }) => rejected)));
  return (
    <>
      <ul className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        {audiences.map((audience) => (
          <Audience key={audience.audience ?? ''} audience={audience} most={most} />
        ))}
      </ul>
      <ChartTable
        summary={texts.asTable}
        label={rejections.title}
        head={[texts.audience, rejections.reason, texts.parts.rejected]}
        rows={audiences.flatMap((audience) =>
          audience.reasons.map((one) => [audienceName(audience), reasonName(one), one.rejected]),
        )}
      />
    </>
  );
}

/** Reasons shown of an audience; the others are summed up. */
const FIRST_REASONS = 4;

function barsOf({ reasons }: AudienceRejections) {
  const others = reasons.slice(FIRST_REASONS);
  const bars = reasons.slice(0, FIRST_REASONS).map((one) => ({ label: reasonName(one), rejected: one.rejected }));
  if (others.length === 0) return bars;
  const rejected = others.reduce((sum, one) => sum + one.rejected, 0);
  return [...bars, { label: rejections.more(others.length), rejected }];
}

/** `most` is the number of the longest bar. */
function Audience({ audience, most }: { audience: AudienceRejections; most: number }) {
  return (
    <li className="min-w-0">
      <h3 className="mb-1.5 flex items-baseline justify-between gap-3 font-medium text-sm">
        <span className="truncate" dir="auto" title={audienceName(audience)}>
          {audienceName(audience)}
        </span>
        <span className="shrink-0 text-muted text-xs tabular-nums">{rejections.total(audience.total)}</span>
      </h3>
      <ul className="space-y-1">
        {barsOf(audience).map(({ label, rejected }) => (
          <li key={label} className="grid grid-cols-[8.5rem_minmax(0,1fr)_3.5rem] items-center gap-3 text-xs">
            <span className="truncate text-muted" dir="auto" title={label}>
              {label}
            </span>
            <span aria-hidden className="h-2 rounded-full bg-subtle">
              <span
                className="block h-full min-w-1 rounded-full bg-chart-rejected"
                style={{ width: `${(rejected / most) * 100}%` }}
              />
            </span>
            <span className="text-right tabular-nums">{formatNumber(rejected)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}
