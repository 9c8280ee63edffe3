import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast, toastFailure } from '@/lib/toast.ts';
import { refreshAfterImport } from '../data.ts';
import { countedRows } from '../row-words.ts';
import { undoImport } from './history-data.ts';

/** Undoes an import call by call; what is done when it is stopped stays done, and another start goes on from there. */
export function useUndo(id: string) {
  const client = useQueryClient();
  const [removed, setRemoved] = useState<number | null>(null);
  const [stopping, setStopping] = useState(false);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  async function toTheEnd(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { removed: so, kept, isDone } = await undoImport(id);
      setRemoved(so);
      if (!isDone) continue;
      const description = `${countedRows(so)} removed${kept > 0 ? `, ${countedRows(kept)} kept` : ''}.`;
      return void toast({ title: 'Import undone', description, tone: 'success' });
    }
  }

  async function start() {
    stop.current = new AbortController();
    setRemoved(0);
    setStopping(false);
    try {
      await toTheEnd(stop.current.signal);
    } catch (failure) {
      toastFailure('The import could not be undone', failure);
    } finally {
      await refreshAfterImport(client);
      setRemoved(null);
    }
  }

  return {
    /** How many rows are gone; null while nothing is under way. */
    removed,
    stopping,
    start,
    cancel: () => {
      stop.current.abort();
      setStopping(true);
    },
  };
}
