import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, SearchX, X } from 'lucide-react';
import { useEffect } from 'react';
import { fieldsQuery } from '@/features/custom-fields/data.ts';
import type { PanelProps, ReviewRow, ReviewTable } from '@/features/lists/table.ts';
import { useWithPendingDecisions } from '@/features/review/decisions.ts';
import { NotFoundRow } from '@/features/session/other-organization.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { LoadError } from '@/ui/error-state.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { SidePanel } from '@/ui/side-panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { TooltipProvider } from '@/ui/tooltip.tsx';
import { CompanyDetails } from './company-details.tsx';
import { LeadDetails } from './lead-details.tsx';
import { type CompanyRecord, companyOfLead, type LeadRecord, recordQuery } from './record-data.ts';
import { texts } from './texts.ts';

/** Everything about one row of a list. */
export function RecordPanel({ table, id, rows, isHeld, onMove, onClose }: PanelProps) {
  const { name, noun } = table;
  const record = useQuery(recordQuery(name, id));
  const at = rows.findIndex((row) => row.id === id);
  const listed = rows[at];
  const [previous, next] = [at > 0 ? rows[at - 1] : undefined, at < 0 ? undefined : rows[at + 1]];
  usePrefetch(table, [next?.id, previous?.id]);

  return (
    <TooltipProvider>
      <SidePanel label={texts.panel(record.data?.name ?? listed?.name ?? noun.one)} onClose={onClose}>
        <div className="flex h-12 shrink-0 items-center gap-1 border-border border-b px-3">
          <IconButton
            label={texts.previous(noun.one)}
            icon={ChevronUp}
            disabled={!previous}
            onClick={() => previous && onMove(previous.id)}
          />
          <IconButton
            label={texts.next(noun.one)}
            icon={ChevronDown}
            disabled={!next}
            onClick={() => next && onMove(next.id)}
          />
          <IconButton label={texts.close} icon={X} className="ml-auto" onClick={onClose} />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4 max-md:pb-24 md:in-data-has-reasons:pb-48">
          {record.isPending && <PanelSkeleton one={noun.one} />}
          {record.isError && <LoadError what={texts.failed(noun.one)} error={record.error} onRetry={record.refetch} />}
          {record.data === null && (
            <NotFoundRow table={name} id={id} what={noun.one}>
              <EmptyState
                icon={SearchX}
                title={texts.notFound(noun.one)}
                description={texts.notFoundWhy}
                action={<Button onClick={onClose}>{texts.backToList(noun.many)}</Button>}
              />
            </NotFoundRow>
          )}
          {record.data && <Details key={id} table={table} record={record.data} listed={listed} isHeld={isHeld} />}
        </div>
      </SidePanel>
    </TooltipProvider>
  );
}

type DetailsProps = Pick<PanelProps, 'table' | 'isHeld'> & {
  record: LeadRecord | CompanyRecord;
  listed: ReviewRow | undefined;
};

/** The list has the newest decision, if the row is in it. Shown once the custom fields are loaded, which would move what is below them. */
function Details({ table, record, listed, isHeld }: DetailsProps) {
  const [{ is_approved } = record] = useWithPendingDecisions(table.name, [listed ?? record]);
  const fields = useQuery(fieldsQuery(record.customer_id, table.name));
  const isLoading = isHeld || (fields.isFetching && (fields.isPending || fields.isPlaceholderData));
  return (
    <>
      {isLoading && <PanelSkeleton one={table.noun.one} />}
      <div hidden={isLoading}>
        {'linkedin_profile_url' in record ? (
          <LeadDetails lead={{ ...record, is_approved }} />
        ) : (
          <CompanyDetails company={{ ...record, is_approved }} />
        )}
      </div>
    </>
  );
}

/** Reads the rows that the user is likely to open next. */
function usePrefetch({ name }: ReviewTable, ids: (string | undefined)[]) {
  const client = useQueryClient();
  const key = ids.filter(Boolean).join(' ');
  useEffect(() => {
    for (const id of key.split(' ').filter(Boolean)) {
      const query = recordQuery(name, id);
      if (client.getQueryState(query.queryKey)?.dataUpdatedAt) continue;
      client.fetchQuery(query).then(
        (record) => void (name === 'leads' && record && client.prefetchQuery(companyOfLead(record))),
        () => {}, // the error is shown when the row is opened
      );
    }
  }, [client, name, key]);
}

function PanelSkeleton({ one }: { one: string }) {
  return (
    <div role="status" aria-label={texts.loading(one)}>
      <div className="flex items-center gap-3">
        <Skeleton className="size-11 rounded-full!" />
        <div className="space-y-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3.5 w-56" />
        </div>
      </div>
      <Skeleton className="mt-4 h-8 w-48" />
      <div className="mt-8 space-y-4">
        {['w-40', 'w-56', 'w-32', 'w-48', 'w-36', 'w-52'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    </div>
  );
}
