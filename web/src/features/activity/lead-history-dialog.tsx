import { useQuery } from '@tanstack/react-query';
import type { TableName } from '@/lib/list-keys.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { NameShape } from '@/ui/list/table-skeleton.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Loading } from '@/ui/skeleton.tsx';
import { actorName, ImpersonatedBadge } from './actor.tsx';
import { MAX_ENTRIES, type RowActivity, rowHistory } from './data.ts';
import { describeRowActivity } from './describe-activity.ts';
import { texts } from './texts.ts';

export function LeadHistoryDialog({ lead, onClose }: { lead: { id: string; name: string }; onClose: () => void }) {
  return (
    <Dialog onOpenChange={onClose} title={texts.history.title} description={lead.name} size="sm">
      <HistoryList table="leads" row={lead} />
    </Dialog>
  );
}

export function HistoryList({ table, row }: { table: TableName; row: { id: string; name: string } }) {
  return (
    <Loaded
      query={useQuery(rowHistory(table, row.id))}
      what={texts.history.what}
      skeleton={
        <Loading label={commonTexts.loading(texts.history.loading)} className="space-y-4" count={2}>
          <NameShape />
        </Loading>
      }
    >
      {(entries) => (
        <>
          {entries.length === 0 ? (
            <p className="text-muted">{texts.history.empty(texts.thisRow[table])}</p>
          ) : (
            <ol aria-label={texts.history.of(row.name)} className="space-y-4">
              {entries.map((entry) => (
                <Entry key={entry.id} table={table} entry={entry} />
              ))}
            </ol>
          )}
          {entries.length === MAX_ENTRIES && (
            <p className="mt-4 text-muted text-sm">{texts.history.limited(MAX_ENTRIES)}</p>
          )}
        </>
      )}
    </Loaded>
  );
}

function Entry({ table, entry }: { table: TableName; entry: RowActivity }) {
  const who = actorName(entry);
  return (
    <li className="flex gap-2.5">
      <Avatar name={who} className="size-7" />
      <div className="min-w-0 flex-1 text-sm wrap-anywhere">
        <p>
          <span className="font-medium">{who}</span> {describeRowActivity(entry, table)}
        </p>
        <p className="mt-0.5 flex items-center gap-1.5 text-muted text-xs">
          <RelativeTime at={entry.created_at} />
          {entry.is_impersonated && <ImpersonatedBadge />}
        </p>
      </div>
    </li>
  );
}
