import { clsx } from 'clsx';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { type RowSelection, SelectCell } from '@/features/bulk/selection/select-cell.tsx';
import { ApprovalToggle } from '@/features/review/approval-toggle.tsx';
import { formatNumber } from '@/lib/format.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge } from '@/ui/badge.tsx';
import { OWN_CELL, SECOND_LINE, WIDE_CELL } from '@/ui/list/layout.ts';
import { TextCell } from '@/ui/list/text-cell.tsx';
import type { Company } from './data.ts';
import { websiteOf } from './website.ts';

/** What stands over the cells of a company; `selectAll` where companies can be selected, and then their customer is named. */
export function CompanyHead({ selectAll }: { selectAll?: ReactNode }) {
  return (
    <>
      {selectAll && <th className="flex items-center">{selectAll}</th>}
      <th>Name</th>
      <th className={OWN_CELL}>Website</th>
      <th className={OWN_CELL}>Industry</th>
      <th className={OWN_CELL}>Location</th>
      {selectAll && <th className={WIDE_CELL}>Customer</th>}
      <th className={OWN_CELL}>Size</th>
      <th className="text-right">Approval</th>
    </>
  );
}

export type CompanyCellsProps = {
  company: Company;
  selection?: RowSelection;
  onDecide: (company: Company, approved: boolean) => void;
};

/** The cells of one company. */
export function CompanyCells({ company, selection, onDecide }: CompanyCellsProps) {
  const { name, industry, location, customers } = company;
  const about = [industry, location, selection && customers?.name].filter(Boolean).join(' · ');
  return (
    <>
      {selection && <SelectCell row={company} selection={selection} />}
      <td className="flex min-w-0 items-center gap-2.5">
        <Avatar name={name} className="size-7 rounded-md! max-md:size-9" />
        <div className="min-w-0 flex-1">
          <div className="flex min-w-0 items-center gap-1.5">
            <span className="truncate font-medium" title={name} dir="auto">
              {name}
            </span>
            <span className={clsx('shrink-0', SECOND_LINE, 'mt-0!')}>
              <WebsiteLink company={company} iconOnly />
            </span>
          </div>
          <div className={clsx('flex items-center gap-1.5', SECOND_LINE)}>
            <SizeBadge company={company} className="max-w-[45%] shrink-0" />
            <span className="truncate text-muted text-xs">{about}</span>
          </div>
        </div>
      </td>
      <td className={clsx(OWN_CELL, 'min-w-0')}>
        <WebsiteLink company={company} />
      </td>
      <TextCell className={OWN_CELL} text={industry} />
      <TextCell className={OWN_CELL} text={location} />
      {selection && <TextCell className={WIDE_CELL} text={customers?.name ?? null} />}
      <td className={OWN_CELL}>
        <SizeBadge company={company} />
      </td>
      <td className="flex justify-end">
        <ApprovalToggle row={company} onDecide={onDecide} />
      </td>
    </>
  );
}

/** Opens a company's website in a new tab; an address that is none of the web's is not offered. */
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
      aria-label={`Website of ${company.name}: ${website.label}`}
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
  const words = size || (employee_count !== null ? formatNumber(employee_count) : null);
  return <Badge className={className}>{words ?? 'Size unknown'}</Badge>;
}
