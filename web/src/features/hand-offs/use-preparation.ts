import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { checkLeads, filesOf, type HandOffFile } from '#domain/hand-off/files.ts';
import { timesResumed, useUnloadWarning } from '@/lib/leave-guard.ts';
import { toast } from '@/lib/toast.ts';
import { useWork } from '@/lib/use-work.ts';
import { finishHandOff, type HandOff, oneHandOff, readLeads, refreshHandOffs, storedRows, storeLeads } from './data.ts';
import { FileChecksum } from './file-checksum.ts';
import { texts } from './texts.ts';

/** The work in this window: the check of all leads, or the making of the files. */
export type Work = { kind: 'check' | 'finish'; done: number };

/** Checks the leads of a hand-off and makes it ready. Both can be stopped, also by leaving; what is stored stays. */
export function usePreparation(handOff: HandOff) {
  const client = useQueryClient();
  const { progress: work, setProgress: setWork, run, stop } = useWork<Work>();
  const isRunning = useRef(false);
  useUnloadWarning(work !== null);
  const show = (stored: HandOff) => client.setQueryData(oneHandOff(handOff.id).queryKey, stored);

  async function runOnce(kind: Work['kind'], steps: (signal: AbortSignal) => Promise<unknown>) {
    if (isRunning.current) return;
    isRunning.current = true;
    setWork({ kind, done: kind === 'check' ? handOff.total : 0 });
    await run(texts.prepare.failed[kind], steps);
    isRunning.current = false;
    await refreshHandOffs(client);
  }

  const check = () =>
    runOnce('check', async (signal) => {
      const { plan, steps } = handOff;
      let stored = handOff;
      await checkLeads({
        plan,
        steps,
        read: (after) => readLeads(handOff, after, signal),
        store: async (leads) => {
          stored = await storeLeads(stored, leads);
          setWork({ kind: 'check', done: stored.total });
          show(stored);
          return stored.checked_at !== null;
        },
        signal,
      });
    });

  const finish = () =>
    runOnce('finish', async (signal) => {
      const before = timesResumed();
      const attempt = async () =>
        finishHandOff(handOff, await checksumsOf(handOff, signal, (done) => setWork({ kind: 'finish', done })));
      /** An ended session reads no rows, and the files are sent after the next sign-in. */
      const again = (error: unknown) => (timesResumed() > before ? attempt() : Promise.reject(error));
      const stored = await attempt()
        .catch(again)
        .catch(async (error) => {
          const current = await client.fetchQuery({ ...oneHandOff(handOff.id), staleTime: 0 });
          const isOvertaken = current?.state === 'preparing' && current.lead_count < handOff.lead_count;
          if (current?.state === 'ready' || isOvertaken) return current; // by another window, or the answer was lost
          throw error;
        });
      show(stored);
      const removed = handOff.lead_count - stored.lead_count;
      if (stored.state === 'ready') toast({ title: texts.result.ready, tone: 'success' });
      else toast({ title: texts.prepare.changed(removed), description: texts.prepare.changedHint, tone: 'danger' });
    });

  return { work, check, finish, stop };
}

/** The rows and the checksum of each file, without keeping them. */
async function checksumsOf(
  handOff: HandOff,
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<HandOffFile[]> {
  const files: { rows: number; checksum: FileChecksum }[] = [];
  let done = 0;
  for await (const { file, text, rows } of filesOf(handOff.plan, storedRows(handOff, signal))) {
    files[file] ??= { rows: 0, checksum: new FileChecksum() };
    files[file].rows += rows;
    files[file].checksum.add(text);
    done += rows;
    onProgress(done);
  }
  return files.map(({ rows, checksum }) => ({ rows, sha256: checksum.end(), quotes: 'all' }));
}
