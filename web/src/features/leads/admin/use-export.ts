import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { exportFileName, exportHead, exportLine } from '#domain/lead-export.ts';
import { customerName } from '@/features/customers/data.ts';
import { isAbort } from '@/lib/failure.ts';
import { openFileSink } from '@/lib/file-sink.ts';
import { counted } from '@/lib/format.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { type LeadScope, leadCount } from '../data.ts';
import { LEAD } from '../noun.ts';
import { approvedLeads } from './export-data.ts';

/** How far an export is; its total is 0 until the leads are counted. */
export type ExportProgress = { done: number; total: number };

export type ExportRequest = {
  scope: LeadScope;
  /** Whose leads they are; null for all customers'. */
  customerId: string | null;
  /** About how many they are, as far as the list knows. */
  expected: number;
};

/** Writes the approved leads of a scope to a file, however many there are. */
export function useExport() {
  const client = useQueryClient();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function nameOf(customerId: string): Promise<string> {
    const name = await client.ensureQueryData(customerName(customerId));
    if (name === null) throw new Error('This customer is no longer there.');
    return name;
  }

  async function write({ scope, customerId, expected }: ExportRequest, signal: AbortSignal): Promise<void> {
    const name = exportFileName(customerId && (await nameOf(customerId)), new Date());
    const file = await openFileSink(name, expected); // before the count, which may outlast the click's user activation
    let done = 0;
    try {
      const total = await client.fetchQuery({ ...leadCount(scope, true), staleTime: 0 });
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
    toast({ title: `${counted(done, LEAD)} exported`, tone: 'success' });
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
