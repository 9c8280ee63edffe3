import { useQueryClient } from '@tanstack/react-query';
import type { CustomField } from '#domain/custom-fields.ts';
import { exportFileName, exportHeadWith, rejectedHead } from '#domain/lead-export.ts';
import { customerName } from '@/features/customers/data.ts';
import { texts as contactTexts } from '@/features/do-not-contact/texts.ts';
import type { Scope } from '@/features/lists/filters.ts';
import { countQuery } from '@/features/lists/list-data.ts';
import { reasonList } from '@/features/review/reasons/data.ts';
import { writeFile } from '@/lib/file-sink.ts';
import { toast } from '@/lib/toast.ts';
import { useWork } from '@/lib/use-work.ts';
import { exportedLines, rejectedLines } from './data.ts';
import { texts } from './texts.ts';

/** `total` is 0 until the leads are counted. */
export type ExportProgress = { done: number; total: number };

export type ExportRequest = {
  status: 'approved' | 'rejected';
  scope: Scope;
  /** The customer in the file's name; null for all customers. */
  customerId: string | null;
  /** The custom fields to export beside the columns. */
  fields?: readonly CustomField[];
  /** The approximate number of leads. */
  expected: number;
};

/** Exports the approved or the rejected leads of a scope to a CSV file, of any length. */
export function useExport() {
  const client = useQueryClient();
  const { progress, setProgress, run, stop } = useWork<ExportProgress>();

  async function readCustomerName(customerId: string): Promise<string> {
    const name = await client.ensureQueryData(customerName(customerId));
    if (name === null) throw new Error(texts.export.customerGone);
    return name;
  }

  async function reasonNames(): Promise<Map<string, string>> {
    const reasons = await client.ensureQueryData(reasonList);
    return new Map(reasons.map(({ id, name }) => [id, name]));
  }

  async function save(request: ExportRequest, signal: AbortSignal): Promise<void> {
    const { scope, status, customerId, fields = [], expected } = request;
    const isApproved = status === 'approved';
    const name = exportFileName(
      customerId && (await readCustomerName(customerId)),
      new Date(),
      texts.export.fileName[status],
    );
    const exported = { ...scope, status };
    let done = 0;
    let suppressed: Promise<number> | undefined;
    // Opened before the count, which may outlast the user activation.
    const isSaved = await writeFile(name, expected, async (write) => {
      const count = (one: Scope) => client.fetchQuery({ ...countQuery('leads', one), staleTime: 0 });
      const total = await count(exported);
      if (total === 0) {
        toast({ title: texts.export.none[status] });
        return false;
      }
      setProgress({ done, total });
      if (isApproved) suppressed = count({ ...exported, suppressed: true }).catch(() => 0); // no export fails for want of it
      await write(isApproved ? exportHeadWith(fields.map(({ label }) => label)) : rejectedHead);
      const pages = isApproved
        ? exportedLines(exported, fields, signal)
        : rejectedLines(exported, await reasonNames(), signal);
      for await (const lines of pages) {
        await write(lines.join(''));
        done += lines.length;
        setProgress({ done, total: Math.max(done, total) });
      }
    });
    if (!isSaved) return;
    const among = (await suppressed) ?? 0;
    toast({
      title: texts.export.done(done),
      tone: 'success',
      ...(among > 0 && { tone: 'neutral', description: contactTexts.bulk.among(among) }),
    });
  }

  function start(request: ExportRequest) {
    setProgress({ done: 0, total: 0 });
    return run(texts.export.failed, (signal) => save(request, signal));
  }

  return { progress, start, cancel: stop };
}
