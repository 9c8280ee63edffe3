import { clsx } from 'clsx';
import { Building2, Contact } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { counted, formatNumber } from '@/lib/format.ts';
import { withParameters } from '@/lib/url-parameters.ts';
import { Badge } from '@/ui/badge.tsx';
import { OWN_CELL, SECOND_LINE } from '@/ui/list/layout.ts';
import { TextCell } from '@/ui/list/text-cell.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import type { PastImport } from './history-data.ts';
import { typeNames } from './words.ts';

const DUPLICATE = { one: 'duplicate', many: 'duplicates' };
const ERROR = { one: 'error', many: 'errors' };
const ICONS = { leads: Contact, companies: Building2 };

/** The cells of one import; the whole row opens it. */
export function ImportCells({ entry }: { entry: PastImport }) {
  const [url] = useSearchParams();
  const { file_name, import_type, customers, importer, created_at } = entry;
  const { successful_rows, duplicate_rows, error_rows } = entry;
  const Icon = ICONS[import_type];
  return (
    <>
      <td className="flex min-w-0 items-center gap-2.5">
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <Link
            to={{ search: withParameters(url, { import: entry.id }).toString() }}
            preventScrollReset
            dir="auto"
            title={file_name}
            className="block truncate font-medium after:absolute after:inset-0"
          >
            {file_name}
          </Link>
          <div className={clsx('gap-x-4 text-muted text-xs md:flex', SECOND_LINE)}>
            <p className="truncate">
              <RelativeTime at={created_at} /> · {customers?.name}
            </p>
            <p className="shrink-0 tabular-nums">
              {formatNumber(successful_rows)} imported · {counted(duplicate_rows, DUPLICATE)} ·{' '}
              {counted(error_rows, ERROR)}
            </p>
          </div>
          <span className="sr-only">{typeNames[import_type]}</span>
        </div>
      </td>
      <TextCell text={customers?.name ?? null} className={OWN_CELL} />
      <TextCell text={importer} className={OWN_CELL} />
      <td className={clsx('truncate text-muted', OWN_CELL)}>
        <RelativeTime at={created_at} />
      </td>
      <CountCell count={successful_rows} />
      <CountCell count={duplicate_rows} />
      <CountCell count={error_rows} className={error_rows > 0 ? 'text-danger' : ''} />
      <td className="flex justify-end">
        <State entry={entry} />
      </td>
    </>
  );
}

function CountCell({ count, className }: { count: number; className?: string }) {
  return (
    <td className={clsx('text-right tabular-nums', OWN_CELL, className, count === 0 && 'text-muted')}>
      {formatNumber(count)}
    </td>
  );
}

function State({ entry: { undone_at, remaining_leads } }: { entry: PastImport }) {
  if (!undone_at) return null;
  return remaining_leads === null ? <Badge tone="warning">Undo unfinished</Badge> : <Badge>Undone</Badge>;
}
