import { Building2, Users, X } from 'lucide-react';
import { useContext } from 'react';
import { CommentBadge } from '@/features/comments/comment-counts.tsx';
import { SuppressedBadge } from '@/features/do-not-contact/suppressed.tsx';
import {
  CardLines,
  ChangedBadge,
  CUSTOMER_COLUMN,
  DuplicateBadge,
  FieldLine,
  OpenButton,
} from '@/features/lists/columns.tsx';
import { pageReader } from '@/features/lists/list-data.ts';
import { RejectedCompaniesContext } from '@/features/lists/rejected-companies.ts';
import type { ListKind, ListTable } from '@/features/lists/table.ts';
import { LazyRecordPanel } from '@/features/panel/lazy-record-panel.ts';
import { RejectionReason } from '@/features/review/reasons/rejection-reason.tsx';
import { texts as reviewTexts } from '@/features/review/texts.ts';
import type { SelectedRow } from '@/lib/selected-row.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge, Mark } from '@/ui/badge.tsx';
import { NAME } from '@/ui/list/usual-columns.tsx';
import { texts } from './texts.ts';

const SELECT =
  'id, customer_id, name, title, company, location, audience, is_approved, rejection_reason_id, decided_values, duplicate_of, is_separate, profile_picture_url, linkedin_profile_url, created_at, customers(name)';

export type Lead = SelectedRow<'leads', typeof SELECT>;

export const LEADS: ListTable<Lead> = {
  name: 'leads',
  noun: texts.noun,
  searchFields: texts.searchFields,
  sorts: ['newest', 'name', 'company'],
  hasAudience: true,
  icon: Users,
  readPage: pageReader('leads', SELECT),
  Panel: LazyRecordPanel,
  columns: [
    {
      title: reviewTexts.nameColumn,
      ...NAME,
      render: (lead, kind) => <Name lead={lead} kind={kind} />,
      measure: ({ name }) => name.length + BESIDE_NAME,
    },
    { title: texts.columns.title, shownFrom: 'wide', text: ({ title }) => title, skeleton: 'h-3.5 w-3/4' },
    { title: texts.columns.company, shownFrom: 'wide', text: ({ company }) => company },
    { title: texts.columns.location, shownFrom: 'wide', text: ({ location }) => location },
    CUSTOMER_COLUMN,
    {
      title: texts.columns.audience,
      shownFrom: 'wide',
      render: ({ audience }) => <AudienceBadge audience={audience} />,
      measure: ({ audience }) => (audience || texts.noAudience).length + 5,
      skeleton: 'h-5 w-20',
    },
  ],
};

/** The space of the picture, of a link and of a mark, in characters. */
const BESIDE_NAME = 18;

function Name({ lead, kind: { namesCustomer, isAdmin, fields } }: { lead: Lead; kind: ListKind }) {
  const { name, title, company, audience, location, customers } = lead;
  const badge = <AudienceBadge key="audience" audience={audience} className="md:-order-1" />;
  const reason = isAdmin && <RejectionReason key="reason" row={lead} />;
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
          {isAdmin && <DuplicateBadge row={lead} />}
        </div>
        {isAdmin && <RejectionReason row={lead} isOwnLine />}
        <CardLines lines={[[title, company], [badge, reason, location], [namesCustomer && customers.name]]} />
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
    <Mark tone="danger" label={texts.companyRejected}>
      <Building2 aria-hidden className="size-3.5" />
      <X aria-hidden className="size-3" strokeWidth={2.75} />
    </Mark>
  );
}

function AudienceBadge({ audience, className }: { audience: string | null; className?: string }) {
  return (
    <Badge tone={audience ? 'info' : 'neutral'} className={className}>
      {audience || texts.noAudience}
    </Badge>
  );
}

const WEB = /^https?:\/\//i;

/** Opens a lead's profile in a new tab; an address that is none of the web's is not offered. */
function LinkedInLink({ name, url }: { name: string; url: string | null }) {
  if (!url || !WEB.test(url)) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="relative grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-subtle hover:text-accent-text pointer-coarse:before:absolute pointer-coarse:before:-inset-2.5"
    >
      <svg role="img" aria-label={texts.linkedIn(name)} viewBox="0 0 16 16" fill="currentColor" className="size-3.5">
        <path d="M2.5 0h11A2.5 2.5 0 0 1 16 2.5v11a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 0 13.5v-11A2.5 2.5 0 0 1 2.5 0Zm.6 6.2v6.6h2V6.2h-2ZM4.1 5.2a1.15 1.15 0 1 0 0-2.3 1.15 1.15 0 0 0 0 2.3Zm2.5 1v6.6h2V9.3c0-1 .3-1.6 1.2-1.6.8 0 1.1.6 1.1 1.5v3.6h2V8.9c0-1.9-.9-2.9-2.4-2.9-1 0-1.6.5-1.9 1.1v-.9h-2Z" />
      </svg>
    </a>
  );
}
