import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { exportFileName, exportHead, exportLine } from '#domain/lead-export.ts';
import { customerName } from '@/features/customers/data.ts';
import type { Scope } from '@/features/review/filters.ts';
import { countQuery } from '@/features/review/list-data.ts';
import { isAbort } from '@/lib/failure.ts';
import { openFileSink } from '@/lib/file-sink.ts';
import { counted } from '@/lib/format.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { approvedLeads } from './data.ts';
import { LEADS } from './lead-table.tsx';

/** `total` is 0 until the leads are counted. */
export type ExportProgress = { done: number; total: number };

export type ExportRequest = {
  scope: Scope;
  /** The customer in the file's name; null for all customers. */
  customerId: string | null;
  /** The approximate number of leads. */
  expected: number;
};

/** Exports the approved leads of a scope to a CSV file, of any length. */
export function useExport() {
  const client = useQueryClient();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function nameOf(customerId: string): Promise<string> {
    const name = await client.ensureQueryData(customerName(customerId));
    if (name === null) throw new Error('This customer no longer exists.');
    return name;
  }

  async function write({ scope, customerId, expected }: ExportRequest, signal: AbortSignal): Promise<void> {
    const name = exportFileName(customerId && (await nameOf(customerId)), new Date());
    const file = await openFileSink(name, expected); // before the count, which may outlast the user activation
    let done = 0;
    try {
      const total = await client.fetchQuery({ ...countQuery('leads', scope, true), staleTime: 0 });
      if (total === 0) {
        await file.abort();
        return void toast({ title: 'No approved leads found' });
      }
      setProgress({ done, total });
      await file.write(exportHead);
      for await (const leads of approvedLeads(scope, signal)) {
        await file.write(leads.map(exportLine).join(''));
        done += leads.length;
        setProgress({ done, total: Math.max(done, total) });
      }
      await file.close();
    } catch (failure) {
      await file.abort();
      throw failure;
    }
    toast({ title: `${counted(done, LEADS.noun)} exported`, tone: 'success' });
  }

  async function start(request: ExportRequest) {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setProgress({ done: 0, total: 0 });
    try {
      await write(request, signal);
    } catch (failure) {
      if (signal.aborted || isAbort(failure)) return;
      toastFailure('Error exporting leads', failure);
    } finally {
      setProgress(null);
    }
  }

  return { progress, start, cancel: () => controller.current?.abort() };
}
