import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { memo } from 'react';
import { listPath } from '@/features/lists/filters.ts';
import { texts as listTexts } from '@/features/lists/texts.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { paths } from '@/paths.ts';
import { Card } from '@/ui/card.tsx';
import { ChartTable } from '@/ui/chart-table.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { NameLink } from '@/ui/name-link.tsx';
import { Section } from '@/ui/section.tsx';
import { Select } from '@/ui/select.tsx';
import { Loading } from '@/ui/skeleton.tsx';
import { type CountBar, CountBars } from '../count-bars.tsx';
import { texts } from '../texts.ts';
import { type AudienceRejections, rejectionsByAudience } from './data.ts';
import { type Period, periods, readPeriod } from './period.ts';

const { rejections } = texts;

export const RejectionsCard = memo(() => {
  const [written, write] = useUrlParameter('period');
  const period = readPeriod(written);
  const query = useQuery(rejectionsByAudience(period));
  const skeleton = <Loading label={rejections.loading} shape="h-40 w-full" />;
  return (
    <Section
      title={commonTexts.pages.reasons}
      aside={
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
});

const audienceName = ({ audience }: Pick<AudienceRejections, 'audience'>) => audience ?? rejections.unassigned;
const reasonName = ({ reason }: AudienceRejections['reasons'][number]) => reason ?? rejections.noReason;

function Audiences({ audiences, period }: { audiences: readonly AudienceRejections[]; period: Period }) {
  if (audiences.length === 0) return <p className="text-muted text-sm">{rejections.none}</p>;
  const max = Math.max(...audiences.flatMap((audience) => reasonBars(audience).map(({ count }) => count)));
  return (
    <>
      <ul className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        {audiences.map((audience) => (
          <Audience key={`${audience.customer_id} ${audience.audience ?? ''}`} audience={audience} max={max} />
        ))}
      </ul>
      {period !== 'all' && <p className="mt-4 text-muted text-xs">{rejections.linksToAll}</p>}
      <ChartTable
        label={commonTexts.pages.reasons}
        head={[texts.progress.columns.name, texts.audience, rejections.reason, listTexts.statusName('rejected')]}
        rows={audiences.flatMap((audience) =>
          audience.reasons.map((one) => [audience.customer, audienceName(audience), reasonName(one), one.rejected]),
        )}
      />
    </>
  );
}

/** Reasons shown of an audience; the others are summed up. */
const FIRST_REASONS = 4;

function reasonBars(audience: AudienceRejections): CountBar[] {
  const others = audience.reasons.slice(FIRST_REASONS);
  const bars: CountBar[] = audience.reasons.slice(0, FIRST_REASONS).map((one) => ({
    label: reasonName(one),
    count: one.rejected,
    tone: 'rejected',
    to: one.reason_id ? rejectedLeadsPath(audience, one.reason_id) : undefined,
  }));
  if (others.length === 0) return bars;
  const count = others.reduce((sum, one) => sum + one.rejected, 0);
  return [...bars, { label: rejections.more(others.length), count, tone: 'open' }];
}

/** The rejected leads of an audience, with a reason if one is given. */
function rejectedLeadsPath({ customer_id, audience }: AudienceRejections, reason?: string): string {
  const filters = { customerId: customer_id, audience: audience ?? '', status: 'rejected' as const };
  return listPath(paths.adminLeads, reason ? { ...filters, reason } : filters);
}

/** `most` is the number of the longest bar. */
function Audience({ audience, max }: { audience: AudienceRejections; max: number }) {
  return (
    <li className="min-w-0">
      <h3 className="mb-1.5 flex items-baseline justify-between gap-3 font-medium text-sm">
        <span className="min-w-0">
          <NameLink
            to={rejectedLeadsPath(audience)}
            name={audienceName(audience)}
            className="block underline-offset-2"
          />{' '}
          <span dir="auto" title={audience.customer} className="block truncate font-normal text-muted text-xs">
            {audience.customer}
          </span>
        </span>
        <span className="shrink-0 text-muted text-xs tabular-nums">{texts.counts.rejected(audience.total)}</span>
      </h3>
      <CountBars bars={reasonBars(audience)} max={max} />
    </li>
  );
}
