import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CountBars } from '@/features/dashboard/count-bars.tsx';
import { REVIEW_PARTS, ReviewBar } from '@/features/dashboard/review-bar.tsx';
import { Section } from '@/features/dashboard/section.tsx';
import { type ListFilters, NO_FILTERS, writeFilters } from '@/features/lists/filters.ts';
import { areaOf } from '@/features/session/access.ts';
import { useSession } from '@/features/session/session.tsx';
import { formatNumber } from '@/lib/format.ts';
import { paths } from '@/paths.ts';
import { Card } from '@/ui/card.tsx';
import { BarLegend } from '@/ui/stacked-bar.tsx';
import type { Report, ReportRow } from './data.ts';
import { texts } from './texts.ts';

const { summary, audiences, campaigns, reasons } = texts;

type BreakdownsProps = {
  report: Report;
  customerId: string;
  /** Whether the report is of all time. */
  isWhole: boolean;
};

export function Breakdowns({ report, customerId, isWhole }: BreakdownsProps) {
  const isOfAgency = areaOf(useSession()) === 'admin';
  const leadsOf = (filters: Partial<ListFilters>) => {
    const ofCustomer = isOfAgency ? { ...NO_FILTERS, customerId } : NO_FILTERS;
    const query = writeFilters(new URLSearchParams(), { ...ofCustomer, ...filters });
    return `${isOfAgency ? paths.adminLeads : paths.leads}?${query}`;
  };
  const campaignOf = (id: string) =>
    `${isOfAgency ? paths.adminCopy : paths.copy}?${new URLSearchParams({ campaign: id })}`;
  const most = Math.max(1, ...report.audiences.filter(({ others }) => others === 0).map(decidedOf));
  return (
    <>
      <BreakdownTable
        title={audiences.title}
        head={[audiences.name, ...AUDIENCE_COLUMNS.map(([label]) => label)]}
        legend={<BarLegend parts={REVIEW_PARTS.slice(0, 2)} />}
        rows={report.audiences.map((row) => ({
          key: row.others > 0 ? 'others' : `audience ${row.name}`,
          name: row.others > 0 ? audiences.others(row.others) : (row.name ?? audiences.unassigned),
          to: row.others > 0 ? undefined : leadsOf({ audience: row.name ?? '' }),
          values: AUDIENCE_COLUMNS.map(([, column]) => row[column]),
          bar: row.others === 0 && (
            <div style={{ width: `${(decidedOf(row) / most) * 100}%` }}>
              <ReviewBar approved={row.approved} rejected={row.rejected} toReview={0} />
            </div>
          ),
        }))}
      />
      <BreakdownTable
        title={campaigns.title}
        head={[campaigns.name, ...CAMPAIGN_COLUMNS.map(([label]) => label)]}
        none={campaigns.none}
        rows={report.campaigns.map((row) => ({
          key: row.id ?? 'others',
          name: row.others > 0 ? campaigns.others(row.others) : (row.name ?? campaigns.deleted),
          to: row.id ? campaignOf(row.id) : undefined,
          values: CAMPAIGN_COLUMNS.map(([, column]) => row[column]),
        }))}
      />
      <Section title={reasons.title} className="break-inside-avoid">
        <Card className="p-5">
          {report.reasons.length === 0 && <p className="text-muted text-sm">{reasons.none}</p>}
          <CountBars
            most={Math.max(1, ...report.reasons.map(({ rejected }) => rejected))}
            bars={report.reasons.map(({ id, name, others, rejected }) => ({
              label: others > 0 ? reasons.others(others) : (name ?? reasons.noReason),
              count: rejected,
              tone: others > 0 ? 'open' : 'rejected',
              to: id ? leadsOf({ status: 'rejected', reason: id }) : undefined,
            }))}
          />
        </Card>
      </Section>
      {!isWhole && <p className="mt-3 text-muted text-xs print:hidden">{texts.linksToAll}</p>}
    </>
  );
}

const decidedOf = ({ approved, rejected }: ReportRow) => approved + rejected;

type Column = readonly [label: string, column: 'approved' | 'rejected' | 'handed_off' | 'contacted' | 'replied'];

const CAMPAIGN_COLUMNS: readonly Column[] = [
  [summary.handedOff, 'handed_off'],
  [summary.contacted, 'contacted'],
  [summary.replied, 'replied'],
];
const AUDIENCE_COLUMNS: readonly Column[] = [
  [summary.approved, 'approved'],
  [summary.rejected, 'rejected'],
  ...CAMPAIGN_COLUMNS,
];

type BreakdownTableProps = {
  title: string;
  head: readonly string[];
  rows: readonly { key: string; name: string; to: string | undefined; values: readonly number[]; bar?: ReactNode }[];
  legend?: ReactNode;
  none?: string;
};

/** A table of up to so many rows is printed on one page; a longer one repeats its head. */
const MOST_ON_A_PAGE = 20;

/** On a phone the name of a row is above its numbers. */
function BreakdownTable({ title, head, rows, legend, none }: BreakdownTableProps) {
  const grid = clsx('gap-x-2', head.length > 4 ? 'max-sm:grid-cols-5' : 'max-sm:grid-cols-3');
  return (
    <Section title={title} action={legend} className={clsx(rows.length <= MOST_ON_A_PAGE && 'break-inside-avoid')}>
      <Card className="box-decoration-clone px-5 py-2">
        {rows.length === 0 ? (
          <p className="py-3 text-muted text-sm">{none}</p>
        ) : (
          <table aria-label={title} className="w-full text-sm max-sm:block">
            <thead className="text-muted text-xs max-sm:block">
              <tr className={clsx('max-sm:grid', grid)}>
                {head.map((name, index) => (
                  <th
                    key={name}
                    scope="col"
                    className={clsx('py-2 font-medium', index === 0 ? 'text-left max-sm:hidden' : NUMBER)}
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-sm:block">
              {rows.map(({ key, name, to, values, bar }) => (
                <tr key={key} className={clsx('border-border border-t max-sm:grid max-sm:py-1.5', grid)}>
                  <th
                    scope="row"
                    dir="auto"
                    className="py-2 pr-4 text-left font-medium wrap-anywhere max-sm:col-span-full max-sm:py-1"
                  >
                    {to ? (
                      <Link to={to} className="rounded-sm underline-offset-2 hover:underline">
                        {name}
                      </Link>
                    ) : (
                      name
                    )}
                    {bar && <div className="mt-1.5">{bar}</div>}
                  </th>
                  {values.map((value, index) => (
                    <td key={head[index + 1]} className={clsx('py-2 max-sm:py-0.5', NUMBER)}>
                      {formatNumber(value)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
    </Section>
  );
}

const NUMBER = 'text-right align-top tabular-nums sm:w-20';
