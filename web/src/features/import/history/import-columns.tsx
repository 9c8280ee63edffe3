import { clsx } from 'clsx';
import { Building2, Contact } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { formatNumber } from '@/lib/format.ts';
import { withParameters } from '@/lib/url-parameters.ts';
import { Badge } from '@/ui/badge.tsx';
import { type Column, SECOND_LINE } from '@/ui/list/columns.ts';
import { CREATED_AT, NUMBER } from '@/ui/list/usual-columns.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { texts } from '../texts.ts';
import type { PastImport } from './history-data.ts';

const { results, history } = texts;
const ICONS = { leads: Contact, companies: Building2 };

const countColumn = (title: string, count: (entry: PastImport) => number) => ({
  ...NUMBER,
  title,
  width: '4.5rem',
  render: (entry: PastImport) => (
    <span className={count(entry) === 0 ? 'text-muted' : ''}>{formatNumber(count(entry))}</span>
  ),
});

export const importColumns: Column<PastImport>[] = [
  {
    title: history.heads.file,
    width: 'minmax(0,6fr)',
    cellClass: 'flex min-w-0 items-center gap-2.5',
    render: (entry) => <File entry={entry} />,
    skeleton: 'h-3.5 w-40',
  },
  {
    title: history.heads.customer,
    width: 'minmax(0,3fr)',
    shownFrom: 'wide',
    text: ({ customers }) => customers?.name ?? null,
  },
  { title: history.heads.by, width: 'minmax(0,3fr)', shownFrom: 'wide', text: ({ importedBy }) => importedBy },
  { title: history.heads.when, ...CREATED_AT },
  countColumn(results.imported, ({ successful_rows }) => successful_rows),
  countColumn(results.duplicates, ({ duplicate_rows }) => duplicate_rows),
  countColumn(results.errors, ({ error_rows }) => error_rows),
  {
    title: history.heads.state,
    isTitleHidden: true,
    width: '7rem',
    narrowWidth: 'auto',
    cellClass: 'flex justify-end',
    render: ({ undone_at, remaining_leads }) =>
      undone_at &&
      (remaining_leads === null ? (
        <Badge tone="warning">{history.partlyUndone}</Badge>
      ) : (
        <Badge>{history.undone}</Badge>
      )),
  },
];

/** A link that covers the whole row. */
function File({ entry }: { entry: PastImport }) {
  const [url] = useSearchParams();
  const { file_name, import_type, customers, created_at, successful_rows, duplicate_rows, error_rows, updated_rows } =
    entry;
  const Icon = ICONS[import_type];
  return (
    <>
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
            {history.counts(successful_rows, duplicate_rows, error_rows, updated_rows)}
          </p>
        </div>
        <span className="sr-only">{history.types[import_type]}</span>
      </div>
    </>
  );
}
