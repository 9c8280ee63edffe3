import { clsx } from 'clsx';
import { Building2, ExternalLink } from 'lucide-react';
import { CommentBadge } from '@/features/comments/comment-counts.tsx';
import {
  CardLines,
  ChangedBadge,
  CUSTOMER_COLUMN,
  DuplicateBadge,
  FieldLine,
  OpenButton,
} from '@/features/lists/columns.tsx';
import { pageReader } from '@/features/lists/list-data.ts';
import type { ListKind, ListTable } from '@/features/lists/table.ts';
import { LazyRecordPanel } from '@/features/panel/lazy-record-panel.ts';
import { RejectionReason } from '@/features/review/reasons/rejection-reason.tsx';
import { texts as reviewTexts } from '@/features/review/texts.ts';
import { formatNumber } from '@/lib/format.ts';
import type { SelectedRow } from '@/lib/selected-row.ts';
import { websiteLink } from '@/lib/website.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge } from '@/ui/badge.tsx';
import { SECOND_LINE } from '@/ui/list/columns.ts';
import { NAME } from '@/ui/list/usual-columns.tsx';
import { texts } from './texts.ts';

const SELECT =
  'id, customer_id, name, website, domain, industry, size, employee_count, location, is_approved, rejection_reason_id, decided_values, duplicate_of, is_separate, created_at, customers(name)';

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
  columns: [
    {
      title: reviewTexts.nameColumn,
      ...NAME,
      render: (company, kind) => <Name company={company} kind={kind} />,
      measure: ({ name }) => name.length + 5, // the picture
    },
    {
      title: texts.columns.website,
      shownFrom: 'wide',
      cellClass: 'min-w-0',
      render: (company) => <WebsiteLink company={company} />,
      measure: (company) => (websiteLink(company)?.label.length ?? 0) + 3,
      skeleton: 'h-3.5 w-2/3',
    },
    { title: texts.columns.industry, shownFrom: 'wide', text: ({ industry }) => industry, skeleton: 'h-3.5 w-3/4' },
    { title: texts.columns.location, shownFrom: 'wide', text: ({ location }) => location },
    CUSTOMER_COLUMN,
    {
      title: texts.columns.size,
      shownFrom: 'wide',
      render: (company) => <SizeBadge company={company} />,
      measure: (company) => sizeText(company).length + 6, // uncut also if the other columns need more than there is
      skeleton: 'h-5 w-16',
    },
  ],
};

function Name({ company, kind: { namesCustomer, isAdmin, fields } }: { company: Company; kind: ListKind }) {
  const { id, name, industry, location, customers } = company;
  return (
    <>
      <Avatar name={name} className="size-7 rounded-md! max-md:size-9" />
      <div className="min-w-0 flex-1">
        <div className="flex h-5 min-w-0 items-center gap-1.5">
          <OpenButton name={name} />
          <CommentBadge id={id} />
          <ChangedBadge row={company} />
          {isAdmin && <DuplicateBadge row={company} />}
          <span className={clsx('shrink-0', SECOND_LINE, 'mt-0!')}>
            <WebsiteLink company={company} iconOnly />
          </span>
        </div>
        {isAdmin && <RejectionReason row={company} isOwnLine />}
        <CardLines
          lines={[
            [
              <SizeBadge key="size" company={company} />,
              isAdmin && <RejectionReason key="reason" row={company} />,
              industry,
            ],
            [location],
            [namesCustomer && customers.name],
          ]}
        />
        <FieldLine row={company} fields={fields} />
      </div>
    </>
  );
}

/** Opens a company's website in a new tab. A URL that is not http or https has no link. */
function WebsiteLink({ company, iconOnly = false }: { company: Company; iconOnly?: boolean }) {
  const website = websiteLink(company);
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

const sizeText = ({ size, employee_count }: Company) =>
  size || (employee_count === null ? texts.noSize : formatNumber(employee_count));

const SizeBadge = ({ company }: { company: Company }) => <Badge>{sizeText(company)}</Badge>;
