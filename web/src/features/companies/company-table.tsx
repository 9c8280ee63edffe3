import { clsx } from 'clsx';
import { Building2, ExternalLink } from 'lucide-react';
import { CommentBadge } from '@/features/comments/comment-counts.tsx';
import { LazyRecordPanel } from '@/features/record/lazy-record-panel.ts';
import { CUSTOMER_COLUMN, OpenButton, textColumn } from '@/features/review/columns.tsx';
import { pageReader } from '@/features/review/list-data.ts';
import type { ListTable } from '@/features/review/table.ts';
import { texts as reviewTexts } from '@/features/review/texts.ts';
import { formatNumber } from '@/lib/format.ts';
import type { SelectedRow } from '@/lib/selected-row.ts';
import { websiteOf } from '@/lib/website.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge } from '@/ui/badge.tsx';
import { OWN_CELL, ROW, SECOND_LINE } from '@/ui/list/layout.ts';
import { CellShape, NameShape } from '@/ui/list/table-skeleton.tsx';
import { texts } from './texts.ts';

/** Below 768 px a card of two lines. */
const CARD = `${ROW} max-md:h-16`;

const SELECT =
  'id, customer_id, name, website, domain, industry, size, employee_count, location, is_approved, created_at, customers(name)';

type Company = SelectedRow<'companies', typeof SELECT>;

export const COMPANIES: ListTable<Company> = {
  name: 'companies',
  noun: texts.noun,
  searchFields: texts.searchFields,
  sorts: ['newest', 'name'],
  hasAudience: false,
  icon: Building2,
  readPage: pageReader('companies', SELECT),
  Panel: LazyRecordPanel,
  rowClass: {
    customer: `${CARD} grid-cols-[minmax(0,1fr)_auto] md:@4xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_minmax(0,3fr)_6.5rem_5.5rem] md:@[68rem]:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_minmax(0,3fr)_6.5rem_11.5rem]`,
    customers: `${CARD} grid-cols-[minmax(0,1fr)_auto] md:@4xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_minmax(0,3fr)_6.5rem_5.5rem] md:@[68rem]:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_6.5rem_11.5rem]`,
    admin: `${CARD} grid-cols-[1.5rem_minmax(0,1fr)_auto] md:@4xl:grid-cols-[1.5rem_minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_6.5rem_5.5rem] md:@[68rem]:grid-cols-[1.5rem_minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_minmax(0,3fr)_6.5rem_11.5rem]`,
  },
  columns: [
    {
      title: reviewTexts.nameColumn,
      renderCell: (company, namesCustomer) => <NameCell company={company} withCustomer={namesCustomer} />,
      skeleton: <NameShape />,
    },
    {
      title: texts.columns.website,
      className: OWN_CELL,
      renderCell: (company) => (
        <td className={clsx(OWN_CELL, 'min-w-0')}>
          <WebsiteLink company={company} />
        </td>
      ),
      skeleton: <CellShape shown={OWN_CELL} shape="h-3.5 w-2/3" />,
    },
    textColumn(texts.columns.industry, ({ industry }) => industry, { skeleton: 'h-3.5 w-3/4' }),
    textColumn(texts.columns.location, ({ location }) => location),
    CUSTOMER_COLUMN,
    {
      title: texts.columns.size,
      className: OWN_CELL,
      renderCell: (company) => (
        <td className={OWN_CELL}>
          <SizeBadge company={company} />
        </td>
      ),
      skeleton: <CellShape shown={OWN_CELL} shape="h-5 w-16" />,
    },
  ],
};

function NameCell({ company, withCustomer }: { company: Company; withCustomer: boolean }) {
  const { name, industry, location, customers } = company;
  const about = [withCustomer && customers.name, industry, location].filter(Boolean).join(' · ');
  return (
    <td className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name} className="size-7 rounded-md! max-md:size-9" />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-1.5">
          <OpenButton name={name} />
          <CommentBadge id={company.id} />
          <span className={clsx('shrink-0', SECOND_LINE, 'mt-0!')}>
            <WebsiteLink company={company} iconOnly />
          </span>
        </div>
        <div className={clsx('flex items-center gap-1.5', SECOND_LINE)}>
          <SizeBadge company={company} className="max-w-[45%]! shrink-0" />
          <span dir="auto" className="truncate text-muted text-xs">
            {about}
          </span>
        </div>
      </div>
    </td>
  );
}

/** Opens a company's website in a new tab. A URL that is not http or https has no link. */
function WebsiteLink({ company, iconOnly = false }: { company: Company; iconOnly?: boolean }) {
  const website = websiteOf(company);
  if (!website) {
    return iconOnly ? null : (
      <span aria-hidden className="text-muted">
        –
      </span>
    );
  }
  return (
    <a
      href={website.href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={texts.website(company.name, website.label)}
      title={website.label}
      className={clsx(
        'relative rounded-sm text-muted hover:text-accent-text',
        iconOnly
          ? 'grid size-6 place-items-center hover:bg-subtle pointer-coarse:before:absolute pointer-coarse:before:-inset-2.5'
          : 'inline-flex h-6 max-w-full items-center gap-1.5 underline-offset-2 hover:underline',
      )}
    >
      {!iconOnly && <span className="truncate">{website.label}</span>}
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
    </a>
  );
}

function SizeBadge({ company: { size, employee_count }, className }: { company: Company; className?: string }) {
  const text = size || (employee_count !== null ? formatNumber(employee_count) : null);
  return <Badge className={className}>{text ?? texts.noSize}</Badge>;
}
