import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowLeft, FileSearch } from 'lucide-react';
import { generatePath, Link, useParams } from 'react-router';
import { customerDetails } from '@/features/customers/data.ts';
import { visitorArea } from '@/features/session/access.ts';
import { OtherOrganization } from '@/features/session/other-organization.tsx';
import { useSession } from '@/features/session/session.tsx';
import { brandName, useBrand } from '@/lib/brand.ts';
import { formatDays } from '@/lib/format.ts';
import { usePageTitle } from '@/lib/page-title.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useUrlFilters } from '@/lib/url-parameters.ts';
import { paths } from '@/paths.ts';
import { BrandMark } from '@/ui/brand-mark.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { LoadError, Loaded } from '@/ui/error-state.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { Breakdowns } from './breakdowns.tsx';
import { customerReport } from './data.ts';
import { lastDay, type Period, readPeriod, writePeriod } from './period.ts';
import { ReportControls, WeekSelects } from './report-controls.tsx';
import { DecisionsSection, SummarySection } from './summary.tsx';
import { texts } from './texts.ts';

const FILTERS = { read: (url: URLSearchParams) => readPeriod(url, Date.now()), write: writePeriod };

/** The report on a customer's leads in a period, with decisions and results, for the screen and for paper. The URL holds the customer and the period. */
export function ReportPage() {
  const { id = '' } = useParams();
  const session = useSession();
  const brand = useBrand();
  const [period, , change] = useUrlFilters(FILTERS);
  const own = session.customers.find((customer) => customer.id === id);
  const read = useQuery({ ...customerDetails(id), enabled: own === undefined });
  const name = (own ?? read.data)?.name;
  const title = name === undefined ? commonTexts.pages.report : texts.title(name);
  usePageTitle(title);
  if (own && visitorArea(session) === 'customer' && !session.customerIds.includes(id))
    return <OtherOrganization what={texts.one} customerId={id} />;
  return (
    <div className="mx-auto max-w-200">
      {visitorArea(session) === 'admin' && (
        <Link
          to={generatePath(paths.adminCustomer, { id })}
          className={buttonClass('ghost', 'sm', '-ml-2.5 mb-1 print:hidden')}
        >
          <ArrowLeft aria-hidden className="size-4" />
          {commonTexts.pages.customer}
        </Link>
      )}
      {brand && (
        <p className="mb-3 flex items-center gap-2 font-semibold">
          <BrandMark />
          {brandName(brand)}
        </p>
      )}
      <PageHeader
        title={title}
        description={headline(period)}
        actions={<ReportControls customerId={id} period={period} onChange={change} />}
      />
      {period.name === 'custom' && <WeekSelects period={period} onChange={change} />}
      {read.isError ? (
        <LoadError what={texts.what} error={read.error} onRetry={read.refetch} />
      ) : (
        <Content customerId={id} period={period} />
      )}
      {brand?.footer && <p className="mt-8 text-muted text-xs">{brand.footer}</p>}
    </div>
  );
}

function headline({ from, to }: Period): string {
  const today = new Date().toISOString();
  const days = from && to ? formatDays(from, lastDay(to, Date.now())) : texts.periods.all;
  return `${days} · ${texts.asOf(formatDays(today, today))}`;
}

function Content({ customerId, period }: { customerId: string; period: Period }) {
  const query = useQuery(customerReport(customerId, period));
  return (
    <div className={clsx('transition-opacity', query.isPlaceholderData && 'opacity-60')}>
      <Loaded query={query} what={texts.what} skeleton={<ReportSkeleton />}>
        {(report) =>
          report.audiences.length === 0 ? (
            <EmptyState icon={FileSearch} title={texts.none} description={texts.noneHint} />
          ) : (
            <>
              <SummarySection total={report.total} />
              <DecisionsSection report={report} period={period} />
              <Breakdowns report={report} customerId={customerId} isOfAllTime={period.name === 'all'} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

const ReportSkeleton = () => (
  <Loading label={texts.loading} className="space-y-8">
    <Skeleton className="h-32 w-full rounded-lg" />
    <Skeleton className="h-64 w-full rounded-lg" />
  </Loading>
);
