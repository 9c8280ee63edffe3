import { ExternalLink } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { ReviewRow } from '@/features/lists/table.ts';
import { ApprovalToggle } from '@/features/review/approval-toggle.tsx';
import type { Rejection } from '@/features/review/reasons/data.ts';
import { RejectionDetails } from '@/features/review/reasons/rejection-details.tsx';
import type { TableName } from '@/lib/list-keys.ts';
import { websiteOf } from '@/lib/website.ts';
import { Badge } from '@/ui/badge.tsx';
import { texts } from './texts.ts';

export type PanelHeadProps = {
  table: TableName;
  row: ReviewRow & Required<Rejection>;
  picture: ReactNode;
  about: string;
};

/** Name and decision of the row. */
export function PanelHead({ table, row, picture, about }: PanelHeadProps) {
  return (
    <>
      <div className="flex items-center gap-3">
        <div className="self-start">{picture}</div>
        <div className="min-w-0 flex-1">
          <h2 className="wrap-anywhere font-semibold text-[1rem] leading-6" dir="auto">
            {row.name}
          </h2>
          {about && (
            <p className="wrap-anywhere text-muted text-sm" dir="auto">
              {about}
            </p>
          )}
        </div>
      </div>
      <div className="mt-4">
        <ApprovalToggle row={row} withWords />
        {row.is_approved === false && <RejectionDetails table={table} row={row} />}
      </div>
    </>
  );
}

export type PanelSectionProps = { title: string; aside?: ReactNode; children: ReactNode };

export function PanelSection({ title, aside, children }: PanelSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="mb-2 flex min-h-7 items-center justify-between gap-2">
        <h3 id={id} className="font-medium text-muted text-xs">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Names and values, in the order given. Fields without a value are shown as such, so that they can be seen to be empty. */
export function FieldList({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm">{children}</dl>;
}

export type FieldValueProps = { label: string; value: ReactNode };

export function FieldValue({ label, value }: FieldValueProps) {
  const isEmpty = value === null || value === undefined || value === '';
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-wrap" dir="auto">
        {isEmpty ? (
          <span className="text-muted">
            <span aria-hidden>–</span>
            <span className="sr-only">{texts.empty}</span>
          </span>
        ) : (
          value
        )}
      </dd>
    </>
  );
}

const LINK = 'text-accent-text underline-offset-2 hover:underline';

/** A web address as a link that opens in a new tab; as text if it is none. */
export function WebAddress({ address }: { address: string }) {
  const website = websiteOf({ website: address, domain: null });
  if (!website) return address;
  return (
    <a href={website.href} target="_blank" rel="noopener noreferrer" className={`${LINK} inline-block pr-4.5`}>
      {shortAddress(address)}
      {/* Takes no width, so that it stays on the line of the text before it. */}
      <ExternalLink aria-hidden className="-mr-4.5 ml-1 inline size-3.5 align-[-0.125em]" />
    </a>
  );
}

/** Without the parts that all addresses have. */
const shortAddress = (address: string) => address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');

/** An email address or telephone number as a link. Without further parts, such as a copy to another address in `?bcc=`. */
export function ContactLink({ scheme, value }: { scheme: 'mailto' | 'tel'; value: string }) {
  return (
    <a href={`${scheme}:${encodeURI(value).replace(/[?#&]/g, encodeURIComponent)}`} className={LINK}>
      {value}
    </a>
  );
}

export function StatusBadge({ approved }: { approved: boolean | null }) {
  if (approved === null) return <Badge>{texts.status.toReview}</Badge>;
  return (
    <Badge tone={approved ? 'success' : 'danger'}>{approved ? texts.status.approved : texts.status.rejected}</Badge>
  );
}
