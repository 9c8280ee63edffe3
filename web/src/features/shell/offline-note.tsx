import { notifyManager, onlineManager, type Query, useMutationState, useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { useUnloadWarning } from '@/lib/leave-guard.ts';
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

/** Shows that the browser is offline and how many saves are waiting. Leaving the page then asks for confirmation. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const { length: waiting } = useMutationState({ filters: { status: 'pending' } });
  const isLoading = useIsLoadPaused();
  useUnloadWarning(!isOnline && waiting > 0);
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 bg-warning-soft px-4 py-2 text-warning text-sm md:px-6">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {waiting > 0 ? offline.unsaved(waiting) : isLoading ? offline.loading : offline.stale}
        </p>
      )}
    </div>
  );
}
