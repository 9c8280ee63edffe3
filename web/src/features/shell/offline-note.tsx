import { onlineManager, useMutationState } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { counted, type Noun } from '@/lib/format.ts';
import { useUnloadWarning } from '@/lib/leave-guard.ts';

const CHANGE: Noun = { one: 'change waits', many: 'changes wait' };

/** Says that the network is gone and how much waits for it, and asks before that would be lost with the tab. Nothing while the network is there. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const { length: waiting } = useMutationState({ filters: { status: 'pending' } });
  useUnloadWarning(!isOnline && waiting > 0);
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 bg-warning-soft px-4 py-2 text-warning text-sm md:px-6">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {waiting > 0
            ? `You are offline. ${counted(waiting, CHANGE)} to be saved: leave this tab open.`
            : 'You are offline. What you see is from before.'}
        </p>
      )}
    </div>
  );
}
