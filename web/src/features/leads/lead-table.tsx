import { Building2, Users, X } from 'lucide-react';
import { useContext } from 'react';
import { LeadHistory } from '@/features/activity/lead-history.tsx';
import { CommentBadge } from '@/features/comments/comment-counts.tsx';
import { SuppressedBadge } from '@/features/do-not-contact/suppressed.tsx';
import { CardLines, ChangedBadge, CUSTOMER_COLUMN, FieldLine, OpenButton } from '@/features/lists/columns.tsx';
import { pageReader } from '@/features/lists/list-data.ts';
import { RejectedCompaniesContext } from '@/features/lists/rejected-companies.ts';
import type { ListKind, ListTable } from '@/features/lists/table.ts';
import { LazyRecordPanel } from '@/features/panel/lazy-record-panel.ts';
import { RejectionReason } from '@/features/review/reasons/rejection-reason.tsx';
import { texts as reviewTexts } from '@/features/review/texts.ts';
import type { SelectedRow } from '@/lib/selected-row.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge } from '@/ui/badge.tsx';
import { NameShape } from '@/ui/list/table-skeleton.tsx';
import { LinkedInLink } from './linkedin-link.tsx';
import { texts } from './texts.ts';

const SELECT =
  'id, customer_id, name, title, company, location, audience, is_approved, rejection_reason_id, decided_values, profile_picture_url, linkedin_profile_url, created_at, customers(name)';

type Lead = SelectedRow<'leads', typeof SELECT>;

export const LEADS: ListTable<Lead> = {
  name: 'leads',
  noun: texts.noun,
  searchFields: texts.searchFields,
  sorts: ['newest', 'name', 'company'],
  hasAudience: true,
  icon: Users,
  readPage: pageReader('leads', SELECT),
  Panel: LazyRecordPanel,
  cardHeight: { usual: 'max-md:h-21', withLine: 'max-md:h-26' },
  columns: [
    {
      title: reviewTexts.nameColumn,
      cellClass: 'flex min-w-0 items-center gap-2.5',
      render: (lead, kind) => <Name lead={lead} kind={kind} />,
      lengthOf: ({ name }) => name.length + BESIDE_NAME,
      skeleton: <NameShape />,
    },
    { title: texts.columns.title, shownFrom: 'wide', text: ({ title }) => title, skeleton: 'h-3.5 w-3/4' },
    { title: texts.columns.company, shownFrom: 'wide', text: ({ company }) => company, skeleton: 'h-3.5 w-2/3' },
    { title: texts.columns.location, shownFrom: 'wide', text: ({ location }) => location, skeleton: 'h-3.5 w-2/3' },
    CUSTOMER_COLUMN,
    {
      title: texts.columns.audience,
      shownFrom: 'wide',
      render: ({ audience }) => <AudienceBadge audience={audience} />,
      lengthOf: ({ audience }) => (audience || texts.noAudience).length + 2,
      skeleton: 'h-5 w-20',
    },
  ],
  renderAction: (lead) => <LeadHistory lead={lead} />,
};

/** The space of the picture, of a link and of a mark, in characters. */
const BESIDE_NAME = 18;

function Name({ lead, kind: { namesCustomer, isAdmin, fields } }: { lead: Lead; kind: ListKind }) {
  const { name, title, company, audience, location, customers } = lead;
  const badge = <AudienceBadge key="audience" audience={audience} className="md:-order-1" />;
  return (
    <>
      <Avatar
        name={name}
        src={lead.profile_picture_url}
        className={isAdmin ? 'size-7 max-md:hidden' : 'size-7 max-md:size-9'}
      />
      <div className="min-w-0 flex-1">
        <div className="flex h-5 items-center gap-1">
          <OpenButton name={name} />
          <CommentBadge id={lead.id} />
          <LinkedInLink name={name} url={lead.linkedin_profile_url} />
          <CompanyRejected leadId={lead.id} />
          <SuppressedBadge leadId={lead.id} />
          <ChangedBadge row={lead} />
          {isAdmin && <RejectionReason row={lead} />}
        </div>
        {isAdmin && <RejectionReason row={lead} isOwnLine />}
        <CardLines lines={[[title, company], [badge, location], [namesCustomer && customers.name]]} />
        <FieldLine row={lead} fields={fields} />
      </div>
    </>
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
