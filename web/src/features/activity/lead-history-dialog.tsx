import { useQuery } from '@tanstack/react-query';
import { Avatar } from '@/ui/avatar.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { NameShape } from '@/ui/list/table-skeleton.tsx';
import { LoadError } from '@/ui/load-error.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { actorName, ImpersonatedBadge } from './actor.tsx';
import { type LeadActivity, leadHistory, MOST_ENTRIES } from './data.ts';
import { describeLeadActivity } from './describe-activity.ts';

export type LeadHistoryDialogProps = { lead: { id: string; name: string }; onClose: () => void };

export function LeadHistoryDialog({ lead, onClose }: LeadHistoryDialogProps) {
  const history = useQuery(leadHistory(lead.id));
  return (
    <Dialog open onOpenChange={onClose} title="History" description={lead.name} size="sm">
      {history.isPending && (
        <div role="status" aria-label="Loading history" className="space-y-4">
          <NameShape />
          <NameShape />
        </div>
      )}
      {history.isError && <LoadError what="The history" error={history.error} onRetry={history.refetch} />}
      {history.data?.length === 0 && <p className="text-muted">No changes recorded for this lead.</p>}
      {history.data && history.data.length > 0 && (
        <ol aria-label={`History of ${lead.name}`} className="space-y-4">
          {history.data.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {history.data?.length === MOST_ENTRIES && (
        <p className="mt-4 text-muted text-sm">Only the last {MOST_ENTRIES} changes are shown.</p>
      )}
    </Dialog>
  );
}

function Entry({ entry }: { entry: LeadActivity }) {
  const who = actorName(entry);
  return (
    <li className="flex gap-2.5">
      <Avatar name={who} className="size-7" />
      <div className="min-w-0 flex-1 text-sm wrap-anywhere">
        <p>
          <span className="font-medium">{who}</span> {describeLeadActivity(entry)}
        </p>
        <p className="mt-0.5 flex items-center gap-1.5 text-muted text-xs">
          <RelativeTime at={entry.created_at} />
          {entry.is_impersonated && <ImpersonatedBadge />}
        </p>
      </div>
    </li>
  );
}
