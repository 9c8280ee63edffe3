import { clsx } from 'clsx';
import { ExternalLink } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { isEmailAddress } from '#domain/email.ts';
import { RowStatusBadge } from '@/features/lists/row-status-badge.tsx';
import { useListPages } from '@/features/lists/use-list-pages.ts';
import { recordPath } from '@/features/lists/use-open-record.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { websiteLink } from '@/lib/website.ts';
import { texts } from './texts.ts';

export type FieldValueProps = { label: string; value: ReactNode };

/** Fields with their values, and the names of those that are empty in one line. */
export function FieldList({ fields }: { fields: readonly FieldValueProps[] }) {
  const isEmpty = ({ value }: FieldValueProps) => value === null || value === undefined || value === '';
  const empty = fields
    .filter(isEmpty)
    .map(({ label }) => label)
    .join(', ');
  return (
    <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm">
      {fields
        .filter((field) => !isEmpty(field))
        .map(({ label, value }) => (
          <Fragment key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap" dir="auto">
              {value}
            </dd>
          </Fragment>
        ))}
      {empty && (
        <>
          <dt className="text-muted">{texts.empty}</dt>
          <dd className="truncate text-muted" title={empty}>
            {empty}
          </dd>
        </>
      )}
    </dl>
  );
}

/** A text, as a link if it is an address. */
export function TextOrAddress({ text }: { text: string }) {
  const trimmed = text.trim();
  if (/^(https?:\/\/|www\.)\S+$/i.test(trimmed)) return <WebAddress address={trimmed} />;
  return isEmailAddress(trimmed) ? <ContactLink scheme="mailto" value={trimmed} /> : text;
}

const linkClass = 'text-accent-text underline-offset-2 hover:underline';

export const TextLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={linkClass}>
    {children}
  </Link>
);

/** A web address as a link that opens in a new tab; as text if it is none. */
export function WebAddress({ address }: { address: string }) {
  const website = websiteLink({ website: address, domain: null });
  if (!website) return address;
  return (
    <a href={website.href} target="_blank" rel="noopener noreferrer" className={`${linkClass} inline-block pr-4.5`}>
      {shortAddress(address)}
      {/* Takes no width, so that it stays on the line of the text before it. */}
      <ExternalLink aria-hidden className="-mr-4.5 ml-1 inline size-3.5 align-[-0.125em]" />
    </a>
  );
}

/** A URL without the parts that all URLs have. */
const shortAddress = (address: string) => address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');

/** An email address or telephone number as a link. Without further parts, such as a copy to another address in `?bcc=`. */
export function ContactLink({ scheme, value }: { scheme: 'mailto' | 'tel'; value: string }) {
  return (
    <a href={`${scheme}:${encodeURI(value).replace(/[?#&]/g, encodeURIComponent)}`} className={linkClass}>
      {value}
    </a>
  );
}

type RecordLinkProps = {
  table: TableName;
  row: { id: string; name: string; is_approved: boolean | null };
  picture: ReactNode;
  about: string | null;
  className: string;
};

/** Opens another row in its list, if the reader has that list. */
export function RecordLink({ table, row: { id, name, is_approved }, picture, about, className }: RecordLinkProps) {
  const page = useListPages()[table];
  const content = (
    <>
      {picture}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm" dir="auto">
          {name}
        </span>
        <span className="block truncate text-muted text-xs" dir="auto">
          {about}
        </span>
      </span>
      <RowStatusBadge approved={is_approved} />
    </>
  );
  const look = clsx('flex items-center gap-2.5', className);
  if (!page) return <div className={look}>{content}</div>;
  return (
    <Link to={recordPath(page, table, id)} className={clsx(look, 'hover:bg-subtle')}>
      {content}
    </Link>
  );
}
