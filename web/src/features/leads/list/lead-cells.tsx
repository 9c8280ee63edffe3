import { clsx } from 'clsx';
import { LeadHistory } from '@/features/activity/lead-history.tsx';
import { type RowSelection, SelectCell } from '@/features/bulk/selection/select-cell.tsx';
import { ApprovalToggle } from '@/features/review/approval-toggle.tsx';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge } from '@/ui/badge.tsx';
import { OWN_CELL, SECOND_LINE, WIDE_CELL } from '@/ui/list/layout.ts';
import { TextCell } from '@/ui/list/text-cell.tsx';
import type { Lead } from '../data.ts';
import { LinkedInLink } from './linkedin-link.tsx';

export type LeadCellsProps = {
  lead: Lead;
  selection?: RowSelection;
  onDecide: (lead: Lead, approved: boolean) => void;
};

/** The cells of one lead. */
export function LeadCells({ lead, selection, onDecide }: LeadCellsProps) {
  return (
    <>
      {selection && <SelectCell row={lead} selection={selection} />}
      <NameCell lead={lead} withCustomer={selection !== undefined} />
      <TextCell className={OWN_CELL} text={lead.title} />
      <TextCell className={OWN_CELL} text={lead.company} />
      <TextCell className={OWN_CELL} text={lead.location} />
      {selection && <TextCell className={WIDE_CELL} text={lead.customers?.name ?? null} />}
      <td className={OWN_CELL}>
        <AudienceBadge audience={lead.audience} />
      </td>
      <td className="flex items-center justify-end max-md:flex-col-reverse max-md:items-end">
        {selection && <LeadHistory lead={lead} />}
        <ApprovalToggle row={lead} onDecide={onDecide} />
      </td>
    </>
  );
}

function NameCell({ lead, withCustomer }: { lead: Lead; withCustomer: boolean }) {
  const { title, company, location, customers } = lead;
  const work = [title, company].filter(Boolean).join(' · ');
  const place = [location, withCustomer && customers?.name].filter(Boolean).join(' · ');
  return (
    <td className="flex min-w-0 items-center gap-2.5">
      <Avatar name={lead.name} src={lead.profile_picture_url} className="size-7 max-md:size-9" />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1">
          <span className="truncate font-medium" title={lead.name}>
            {lead.name}
          </span>
          <LinkedInLink name={lead.name} url={lead.linkedin_profile_url} />
        </div>
        <div className={clsx('flex items-center gap-1.5 max-md:flex-wrap max-md:gap-y-0.5', SECOND_LINE)}>
          <AudienceBadge audience={lead.audience} className="max-w-[45%] shrink-0 max-md:max-w-[70%]" />
          <span className="truncate text-muted text-xs max-md:contents">
            <span className="max-md:-order-1 max-md:w-full max-md:truncate">{work}</span>
            <span className="max-md:hidden">{work && place && ' · '}</span>
            <span className="max-md:min-w-0 max-md:flex-1 max-md:truncate">{place}</span>
          </span>
        </div>
      </div>
    </td>
  );
}

function AudienceBadge({ audience, className }: { audience: string | null; className?: string }) {
  return (
    <Badge tone={audience ? 'info' : 'neutral'} className={className}>
      {audience || 'Uncategorized'}
    </Badge>
  );
}
