import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link } from 'react-router';
import { NO_FILTERS, writeFilters } from '@/features/lists/filters.ts';
import { texts as listTexts } from '@/features/lists/texts.ts';
import { formatNumber } from '@/lib/format.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { paths } from '@/paths.ts';
import { Card } from '@/ui/card.tsx';
import { ChartTable } from '@/ui/chart-table.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { Select } from '@/ui/select.tsx';
import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { Section } from '../section.tsx';
import { texts } from '../texts.ts';
import { type AudienceRejections, type ReasonCount, rejectionsByAudience } from './data.ts';
import { type Period, periods, readPeriod } from './period.ts';

const { rejections } = texts;

export function RejectionsCard() {
  const [written, write] = useUrlParameter('period');
  const period = readPeriod(written);
  const query = useQuery(rejectionsByAudience(period));
  const skeleton = (
    <Loading label={rejections.loading}>
      <Skeleton className="h-40 w-full" />
    </Loading>
  );
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
      <Card className={clsx('p-5 transition-opacity', query.isPlaceholderData && 'opacity-60')}>
        <Loaded query={query} what={rejections.what} skeleton={skeleton}>
          {(audiences) => <Audiences audiences={audiences} period={period} />}
        </Loaded>
      </Card>
    </Section>
  );
}

const audienceName = ({ audience }: Pick<AudienceRejections, 'audience'>) => audience ?? rejections.unassigned;
const reasonName = ({ reason }: Pick<ReasonCount, 'reason'>) => reason ?? rejections.noReason;

function Audiences({ audiences, period }: { audiences: readonly AudienceRejections[]; period: Period }) {
  if (audiences.length === 0) return <p className="text-muted text-sm">{rejections.none}</p>;
  const most = Math.max(...audiences.flatMap((audience) => barsOf(audience).map(({ rejected }) => rejected)));
  return (
    <>
      <ul className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        {audiences.map((audience) => (
          <Audience key={`${audience.customer_id} ${audience.audience ?? ''}`} audience={audience} most={most} />
        ))}
      </ul>
      {period !== 'all' && <p className="mt-4 text-muted text-xs">{rejections.linksToAll}</p>}
      <ChartTable
        summary={texts.asTable}
        label={rejections.title}
        head={[texts.progress.columns.name, texts.audience, rejections.reason, listTexts.statusName('rejected')]}
        rows={audiences.flatMap((audience) =>
          audience.reasons.map((one) => [audience.customer, audienceName(audience), reasonName(one), one.rejected]),
        )}
      />
    </>
  );
}

/** A reason, or the rest of them. */
type Bar = { label: string; rejected: number; reason_id?: string | null; isRest?: boolean };

/** Reasons shown of an audience; the others are summed up. */
const FIRST_REASONS = 4;

function barsOf({ reasons }: AudienceRejections): Bar[] {
  const others = reasons.slice(FIRST_REASONS);
  const bars: Bar[] = reasons.slice(0, FIRST_REASONS).map((one) => ({ ...one, label: reasonName(one) }));
  if (others.length === 0) return bars;
  const rejected = others.reduce((sum, one) => sum + one.rejected, 0);
  return [...bars, { label: rejections.more(others.length), rejected, isRest: true }];
}

/** The rejected leads of an audience, with a reason if one is given. */
function leadsOf({ customer_id, audience }: AudienceRejections, reason?: string): string {
  const filters = { ...NO_FILTERS, customerId: customer_id, audience: audience ?? '', status: 'rejected' as const };
  return `${paths.adminLeads}?${writeFilters(new URLSearchParams(), reason ? { ...filters, reason } : filters)}`;
}

/** `most` is the number of the longest bar. */
function Audience({ audience, most }: { audience: AudienceRejections; most: number }) {
  return (
    <li className="min-w-0">
      <h3 className="mb-1.5 flex items-baseline justify-between gap-3 font-medium text-sm">
        <span className="min-w-0">
          <Link
            to={leadsOf(audience)}
            dir="auto"
            title={audienceName(audience)}
            className="block truncate rounded-sm underline-offset-2 hover:underline"
          >
            {audienceName(audience)}
          </Link>{' '}
          <span dir="auto" title={audience.customer} className="block truncate font-normal text-muted text-xs">
            {audience.customer}
          </span>
        </span>
        <span className="shrink-0 text-muted text-xs tabular-nums">{rejections.total(audience.total)}</span>
      </h3>
      <ul className="space-y-1">
        {barsOf(audience).map(({ label, rejected, reason_id, isRest }) => (
          <li key={label} className="grid grid-cols-[8.5rem_minmax(0,1fr)_3.5rem] items-center gap-3 text-xs">
            <span className="truncate text-muted" dir="auto" title={label}>
              {reason_id ? (
                <Link to={leadsOf(audience, reason_id)} className="rounded-sm underline-offset-2 hover:underline">
                  {label}
                </Link>
              ) : (
                label
              )}
            </span>
            <span aria-hidden className="h-2 rounded-full bg-subtle">
              <span
                className={clsx('block h-full min-w-1 rounded-full', isRest ? 'bg-chart-open' : 'bg-chart-rejected')}
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
