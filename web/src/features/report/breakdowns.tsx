import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CountBars } from '@/features/dashboard/count-bars.tsx';
import { BarLegend, REVIEW_PARTS, ReviewBar } from '@/features/dashboard/review-bar.tsx';
import { texts as dashboardTexts } from '@/features/dashboard/texts.ts';
import { type ListFilters, listPath } from '@/features/lists/filters.ts';
import { visitorArea } from '@/features/session/access.ts';
import { useSession } from '@/features/session/session.tsx';
import { formatNumber } from '@/lib/format.ts';
import { paths } from '@/paths.ts';
import { Card } from '@/ui/card.tsx';
import { Section } from '@/ui/section.tsx';
import type { Report, ReportRow } from './data.ts';
import { texts } from './texts.ts';

const { rejections } = dashboardTexts;

type BreakdownsProps = { report: Report; customerId: string; isOfAllTime: boolean };

export function Breakdowns({ report, customerId, isOfAllTime }: BreakdownsProps) {
  const isOfAgency = visitorArea(useSession()) === 'admin';
  const leadsPath = (filters: Partial<ListFilters>) =>
    isOfAgency ? listPath(paths.adminLeads, { customerId, ...filters }) : listPath(paths.leads, filters);
  const max = Math.max(1, ...report.audiences.filter(({ others }) => others === 0).map(countDecided));
  return (
    <>
      <BreakdownTable
        words={texts.audiences}
        rows={report.audiences}
        columns={COLUMNS}
        to={({ name }) => leadsPath({ audience: name ?? '' })}
        legend={<BarLegend parts={REVIEW_PARTS.slice(0, 2)} />}
        bar={(row) => (
          <div className="mt-1.5" style={{ width: `${(countDecided(row) / max) * 100}%` }}>
            <ReviewBar approved={row.approved} rejected={row.rejected} toReview={0} />
          </div>
        )}
      />
      <BreakdownTable
        words={texts.campaigns}
        rows={report.campaigns}
        columns={COLUMNS.slice(2)}
        to={({ id }) => `${isOfAgency ? paths.adminCopy : paths.copy}?${new URLSearchParams({ campaign: id ?? '' })}`}
      />
      <Section title={texts.reasons} className="break-inside-avoid">
        <Card className="p-5">
          {report.reasons.length === 0 && <p className="text-muted text-sm">{rejections.none}</p>}
          <CountBars
            max={Math.max(1, ...report.reasons.map(({ rejected }) => rejected))}
            bars={report.reasons.map(({ id, name, others, rejected }) => ({
              label: others > 0 ? rejections.more(others) : (name ?? rejections.noReason),
              count: rejected,
              tone: others > 0 ? 'open' : 'rejected',
              to: id ? leadsPath({ status: 'rejected', reason: id }) : undefined,
            }))}
          />
        </Card>
      </Section>
      {!isOfAllTime && <p className="mt-3 text-muted text-xs print:hidden">{texts.linksToAll}</p>}
    </>
  );
}

const countDecided = ({ approved, rejected }: ReportRow) => approved + rejected;

const COLUMNS = ['approved', 'rejected', 'handed_off', 'contacted', 'replied'] as const;

type BreakdownTableProps = {
  words: { title: string; name: string; none?: string; unnamed: string; others: (count: number) => string };
  rows: readonly ReportRow[];
  columns: readonly (typeof COLUMNS)[number][];
  to: (row: ReportRow) => string;
  legend?: ReactNode;
  /** Below the name of a row. */
  bar?: (row: ReportRow) => ReactNode;
};

/** A table of up to so many rows is printed on one page; a longer one repeats its head. */
const MAX_PER_PAGE = 20;

/** On a phone the name of a row is above its numbers. */
function BreakdownTable({ words, rows, columns, to, legend, bar }: BreakdownTableProps) {
  const grid = clsx('gap-x-2', columns.length > 3 ? 'max-sm:grid-cols-5' : 'max-sm:grid-cols-3');
  return (
    <Section title={words.title} aside={legend} className={clsx(rows.length <= MAX_PER_PAGE && 'break-inside-avoid')}>
      <Card className="box-decoration-clone px-5 py-2">
        {rows.length === 0 ? (
          <p className="py-3 text-muted text-sm">{words.none}</p>
        ) : (
          <table aria-label={words.title} className="w-full text-sm max-sm:block">
            <thead className="text-muted text-xs max-sm:block">
              <tr className={clsx('max-sm:grid', grid)}>
                <th scope="col" className="py-2 text-left font-medium max-sm:hidden">
                  {words.name}
                </th>
                {columns.map((column) => (
                  <th key={column} scope="col" className={clsx('py-2 font-medium', NUMBER)}>
                    {texts.columns[column]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-sm:block">
              {rows.map((row) => (
                <tr
                  key={`${row.id} ${row.name} ${row.others}`}
                  className={clsx('border-border border-t max-sm:grid max-sm:py-1.5', grid)}
                >
                  <th
                    scope="row"
                    dir="auto"
                    className="py-2 pr-4 text-left font-medium wrap-anywhere max-sm:col-span-full max-sm:py-1"
                  >
                    {row.others > 0 ? (
                      words.others(row.others)
                    ) : (
                      <Link to={to(row)} className="rounded-sm underline-offset-2 hover:underline">
                        {row.name ?? words.unnamed}
                      </Link>
                    )}
                    {row.others === 0 && bar?.(row)}
                  </th>
                  {columns.map((column) => (
                    <td key={column} className={clsx('py-2 max-sm:py-0.5', NUMBER)}>
                      {formatNumber(row[column])}
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
