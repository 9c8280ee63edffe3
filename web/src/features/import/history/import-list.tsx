import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Building2, Contact } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { counted, formatNumber } from '@/lib/format.ts';
import { rowsOf } from '@/lib/keyset.ts';
import { commonTexts } from '@/lib/texts.ts';
import { withParameters } from '@/lib/url-parameters.ts';
import { Badge } from '@/ui/badge.tsx';
import { OWN_CELL, ROW, SECOND_LINE } from '@/ui/list/layout.ts';
import { ListStates, useLoadMore } from '@/ui/list/list-states.tsx';
import { CellShape, TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { TextCell } from '@/ui/list/text-cell.tsx';
import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { texts } from '../texts.ts';
import type { ImportFilters } from './filters.ts';
import { importList, type PastImport } from './history-data.ts';

const IMPORT_ROW = `${ROW} grid-cols-[minmax(0,1fr)_auto] md:@4xl:grid-cols-[minmax(0,6fr)_minmax(0,3fr)_minmax(0,3fr)_7.5rem_4.5rem_4.5rem_4.5rem_7rem]`;

export type ImportListProps = {
  filters: ImportFilters;
  total: number | undefined;
  empty: ReactNode;
};

export function ImportList({ filters, total, empty }: ImportListProps) {
  const list = useInfiniteQuery(importList(filters));
  const loadMore = useLoadMore(list);
  const imports = rowsOf(list.data);
  return (
    <ListStates
      noun={texts.history.rows}
      list={list}
      count={imports.length}
      skeleton={<ImportListSkeleton />}
      empty={empty}
    >
      <VirtualTable
        label={texts.history.list}
        rows={imports}
        total={total}
        {...loadMore}
        stale={list.isPlaceholderData}
        rowClass={IMPORT_ROW}
        head={<ImportHead />}
        renderCells={(entry) => <ImportCells entry={entry} />}
      />
    </ListStates>
  );
}

const { results, history } = texts;
const COUNTS = [results.imported, results.duplicates, results.errors];

function ImportHead() {
  return (
    <>
      <th>{history.heads.file}</th>
      <th className={OWN_CELL}>{history.heads.customer}</th>
      <th className={OWN_CELL}>{history.heads.by}</th>
      <th className={OWN_CELL}>{history.heads.when}</th>
      {COUNTS.map((name) => (
        <th key={name} className={`${OWN_CELL} text-right`}>
          {name}
        </th>
      ))}
      <th>
        <span className="sr-only">{history.heads.state}</span>
      </th>
    </>
  );
}

const ICONS = { leads: Contact, companies: Building2 };

/** The cells of a row. The link covers the whole row. */
function ImportCells({ entry }: { entry: PastImport }) {
  const [url] = useSearchParams();
  const { file_name, import_type, customers, importedBy, created_at } = entry;
  const { successful_rows, duplicate_rows, error_rows, undone_at, remaining_leads } = entry;
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
              {history.counts(
                formatNumber(successful_rows),
                counted(duplicate_rows, texts.duplicate),
                counted(error_rows, texts.error),
              )}
            </p>
          </div>
          <span className="sr-only">{history.types[import_type]}</span>
        </div>
      </td>
      <TextCell text={customers?.name ?? null} className={OWN_CELL} />
      <TextCell text={importedBy} className={OWN_CELL} />
      <td className={clsx('truncate text-muted', OWN_CELL)}>
        <RelativeTime at={created_at} />
      </td>
      <CountCell count={successful_rows} />
      <CountCell count={duplicate_rows} />
      <CountCell count={error_rows} className={error_rows > 0 ? 'text-danger' : ''} />
      <td className="flex justify-end">
        {undone_at &&
          (remaining_leads === null ? (
            <Badge tone="warning">{history.partlyUndone}</Badge>
          ) : (
            <Badge>{history.undone}</Badge>
          ))}
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

function ImportListSkeleton() {
  return (
    <TableSkeleton label={commonTexts.loading(history.rows)} rowClass={IMPORT_ROW}>
      <Skeleton className="h-3.5 w-40" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-2/3" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-2/3" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-16" />
      {COUNTS.map((name) => (
        <CellShape key={name} shown={OWN_CELL} shape="ml-auto h-3.5 w-8" />
      ))}
    </TableSkeleton>
  );
}
