import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { RetryLine } from '@/ui/error-state.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import {
  type Answer,
  type ColleagueRequest,
  declineRequest,
  MAX_REQUESTS,
  openRequests,
  refreshLinks,
} from './data.ts';
import { texts } from './texts.ts';

const { requests: words } = texts;

type ColleagueRequestsProps = {
  customerId: string;
  onConfirm: (request: ColleagueRequest) => void;
  /** Called when the button that declined a request is gone, with the focus. */
  onDeclined: () => void;
};

/** The guests' requests for colleagues. Nothing is sent to a colleague before the request is confirmed. */
export function ColleagueRequests({ customerId, onConfirm, onDeclined }: ColleagueRequestsProps) {
  const { data: requests = [], isError, refetch } = useQuery(openRequests(customerId));
  const { save } = useSave<Answer>({
    write: declineRequest,
    refresh: refreshLinks,
    success: (_, { request, declined }) => (declined ? { title: words.declined, description: request.email } : null),
    undo: ({ request }) => save({ request, declined: false }),
    failure: words.declineFailed,
  });
  const decline = async (request: ColleagueRequest, { detail, currentTarget }: MouseEvent) => {
    if (detail > 1) return; // a double-click would also decline the request that moves into this place
    const saved = await save({ request, declined: true });
    if (saved && [currentTarget, document.body].some((element) => element === document.activeElement)) onDeclined();
  };
  if (isError && requests.length === 0) return <RetryLine text={words.failed} onRetry={refetch} className="mb-4" />;
  if (requests.length === 0) return null;
  return (
    <>
      <ul
        aria-label={words.label}
        className="mb-4 divide-y divide-border rounded-lg border border-border bg-raised text-sm"
      >
        {requests.map((request) => (
          <li key={request.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
            <UserPlus aria-hidden className="size-4 shrink-0 text-accent-text" />
            <div className="min-w-48 flex-1 wrap-anywhere">
              <p>
                {words.asks(
                  <b className="font-medium">{request.link.email}</b>,
                  <b className="font-medium">{request.email}</b>,
                )}
              </p>
              <p className="text-muted text-xs">
                {request.note && (
                  <>
                    <q dir="auto">{request.note}</q> ·{' '}
                  </>
                )}
                <RelativeTime at={request.created_at} />
              </p>
            </div>
            <div className="flex gap-2 max-sm:pl-7">
              <Button size="sm" aria-label={words.confirmLabel(request.email)} onClick={() => onConfirm(request)}>
                {words.confirm}
              </Button>
              <Button
                size="sm"
                variant="ghost"
                aria-label={words.declineLabel(request.email)}
                onClick={(event) => decline(request, event)}
              >
                {words.decline}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {requests.length === MAX_REQUESTS && <p className="-mt-2 mb-4 text-muted text-xs">{words.more}</p>}
    </>
  );
}
