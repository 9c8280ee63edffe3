import { clsx } from 'clsx';
import { Building2, Users, X } from 'lucide-react';
import { useContext } from 'react';
import { LeadHistory } from '@/features/activity/lead-history.tsx';
import { CommentBadge } from '@/features/comments/comment-counts.tsx';
import { LazyRecordPanel } from '@/features/record/lazy-record-panel.ts';
import { CUSTOMER_COLUMN, OpenButton, textColumn } from '@/features/review/columns.tsx';
import { pageReader } from '@/features/review/list-data.ts';
import { RejectedCompaniesContext } from '@/features/review/rejected-companies.ts';
import type { ListTable } from '@/features/review/table.ts';
import { texts as reviewTexts } from '@/features/review/texts.ts';
import type { SelectedRow } from '@/lib/selected-row.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge } from '@/ui/badge.tsx';
import { OWN_CELL, ROW, SECOND_LINE } from '@/ui/list/layout.ts';
import { CellShape, NameShape } from '@/ui/list/table-skeleton.tsx';
import { LinkedInLink } from './linkedin-link.tsx';
import { texts } from './texts.ts';

const SELECT =
  'id, customer_id, name, title, company, location, audience, is_approved, profile_picture_url, linkedin_profile_url, created_at, customers(name)';

type Lead = SelectedRow<'leads', typeof SELECT>;

/** Below 768 px the second line has two lines: title and company, then audience and location, or for administrators the customer. */
const CARD = `${ROW} max-md:h-21`;

/** In a second line too short for all, the audience gives way to the work and the customer. */
const NARROW_HIDDEN = 'md:@max-[40rem]:hidden';

export const LEADS: ListTable<Lead> = {
  name: 'leads',
  noun: texts.noun,
  searchFields: texts.searchFields,
  sorts: ['newest', 'name', 'company'],
  hasAudience: true,
  icon: Users,
  readPage: pageReader('leads', SELECT),
  Panel: LazyRecordPanel,
  rowClass: {
    customer: `${CARD} grid-cols-[minmax(0,1fr)_auto] md:@4xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_9.5rem_5.5rem] md:@[68rem]:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_9.5rem_11.5rem]`,
    customers: `${CARD} grid-cols-[minmax(0,1fr)_auto] md:@4xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_9.5rem_5.5rem] md:@[68rem]:grid-cols-[minmax(0,9fr)_minmax(0,7.3fr)_minmax(0,5.7fr)_minmax(0,5.5fr)_minmax(0,7fr)_8rem_11.5rem]`,
    admin: `${CARD} grid-cols-[1.5rem_minmax(0,1fr)_auto] md:@4xl:grid-cols-[1.5rem_minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_8.5rem_5.5rem] md:@[68rem]:grid-cols-[1.5rem_minmax(0,9fr)_minmax(0,7.3fr)_minmax(0,5.7fr)_minmax(0,5.5fr)_minmax(0,7fr)_8rem_11.5rem]`,
  },
  columns: [
    {
      title: reviewTexts.nameColumn,
      renderCell: (lead, namesCustomer) => <NameCell lead={lead} withCustomer={namesCustomer} />,
      skeleton: <NameShape />,
    },
    textColumn(texts.columns.title, ({ title }) => title, { skeleton: 'h-3.5 w-3/4' }),
    textColumn(texts.columns.company, ({ company }) => company),
    textColumn(texts.columns.location, ({ location }) => location),
    CUSTOMER_COLUMN,
    {
      title: texts.columns.audience,
      className: OWN_CELL,
      renderCell: ({ audience }) => (
        <td className={OWN_CELL}>
          <AudienceBadge audience={audience} />
        </td>
      ),
      skeleton: <CellShape shown={OWN_CELL} shape="h-5 w-20" />,
    },
  ],
  renderAction: (lead) => <LeadHistory lead={lead} />,
};

function NameCell({ lead, withCustomer }: { lead: Lead; withCustomer: boolean }) {
  const { title, company, location, customers } = lead;
  const work = [title, company].filter(Boolean).join(' · ');
  const place = withCustomer ? null : location; // administrators see the customer instead
  return (
    <td className="flex min-w-0 items-center gap-2.5">
      <Avatar
        name={lead.name}
        src={lead.profile_picture_url}
        className={clsx('size-7', withCustomer ? 'max-md:hidden' : 'max-md:size-9')}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1">
          <OpenButton name={lead.name} />
          <CommentBadge id={lead.id} />
          <LinkedInLink name={lead.name} url={lead.linkedin_profile_url} />
          <CompanyRejected leadId={lead.id} />
        </div>
        <div className={clsx('flex items-center gap-1.5 max-md:flex-wrap max-md:gap-y-0.5', SECOND_LINE)}>
          <AudienceBadge
            audience={lead.audience}
            className={clsx('max-w-[45%]! shrink-0 max-md:max-w-[70%]!', withCustomer && NARROW_HIDDEN)}
          />
          <span dir="auto" className="truncate text-muted text-xs max-md:contents">
            <span className="max-md:-order-1 max-md:w-full max-md:truncate">{work}</span>
            <span className="max-md:hidden">{work && place && ' · '}</span>
            {place && <span className="max-md:min-w-0 max-md:flex-1 max-md:truncate">{place}</span>}
          </span>
          {withCustomer && work && <span className="text-muted text-xs max-md:hidden">·</span>}
          {withCustomer && (
            <span
              dir="auto"
              className="max-w-[35%] shrink-0 truncate text-muted text-xs max-md:max-w-none max-md:flex-1 md:@max-[40rem]:max-w-1/2"
            >
              {customers.name}
            </span>
          )}
        </div>
      </div>
    </td>
  );
}

/** Marks a lead whose company was rejected. */
function CompanyRejected({ leadId }: { leadId: string }) {
  const isRejected = useContext(RejectedCompaniesContext).has(leadId);
  if (!isRejected) return null;
  return (
    <span
      role="img"
      aria-label={texts.companyRejected}
      title={texts.companyRejected}
      className="relative inline-flex h-5 shrink-0 items-center gap-0.5 rounded-sm bg-danger-soft px-1 text-danger"
    >
      <Building2 aria-hidden className="size-3.5" />
      <X aria-hidden className="size-3" strokeWidth={2.75} />
    </span>
  );
}

function AudienceBadge({ audience, className }: { audience: string | null; className?: string }) {
  return (
    <Badge tone={audience ? 'info' : 'neutral'} className={className}>
      {audience || texts.noAudience}
    </Badge>
  );
}
