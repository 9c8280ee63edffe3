import { notifyManager, onlineManager, type Query, useMutationState, useQueryClient } from '@tanstack/react-query';
import { ServerOff, WifiOff } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { useUnloadWarning } from '@/lib/leave-guard.ts';
import { isServerDown, onServerDownChanged } from '@/lib/server-down.ts';
import { texts } from './texts.ts';

/** Whether the page shows something that it could not load yet, because the browser is offline. */
function useIsLoadPaused(): boolean {
  const queries = useQueryClient().getQueryCache();
  const isFirstLoad = (query: Query) => query.state.data === undefined;
  return useSyncExternalStore(
    useCallback((listener) => queries.subscribe(notifyManager.batchCalls(listener)), [queries]),
    () => queries.findAll({ type: 'active', fetchStatus: 'paused', predicate: isFirstLoad }).length > 0,
  );
}

const { offline } = texts;

function offlineText(waiting: number, isLoading: boolean): string {
  if (waiting > 0) return offline.unsaved(waiting);
  return isLoading ? offline.loading : offline.stale;
}

/**
 * Shows that the server does not answer, or that the browser is offline and how many saves are waiting. While any is, also online, the browser asks
 * for confirmation before the tab closes or reloads.
 * The note moves nothing: it lies in the space above the page, on a phone at the bottom of the screen, and lets presses through.
 */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const { length: waiting } = useMutationState({ filters: { status: 'pending' } });
  const isLoading = useIsLoadPaused();
  const isDown = useSyncExternalStore(onServerDownChanged, isServerDown);
  const Icon = isOnline ? ServerOff : WifiOff;
  useUnloadWarning(waiting > 0);
  return (
    <div role="status" className="relative z-10 h-0 print:hidden">
      {(!isOnline || isDown) && (
        <p className="pointer-events-none inset-x-0 flex min-h-5 items-center gap-2 bg-warning-soft px-4 text-warning text-xs max-md:fixed max-md:bottom-0 max-md:py-1.5 md:absolute md:px-6">
          <Icon aria-hidden className="size-3.5 shrink-0" />
          {isOnline ? offline.serverDown : offlineText(waiting, isLoading)}
        </p>
      )}
    </div>
  );
}
