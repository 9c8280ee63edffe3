import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import { autoMapping } from '#domain/import/mapping.ts';
import type { ImportType, Target } from '#domain/import/targets.ts';
import { logFailure, reasonOf } from '@/lib/failure.ts';
import { saveFile } from '@/lib/file-sink.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { randomUuid } from '@/lib/uuid.ts';
import { ImportFailure, recallMapping, refreshAfterImport, sendChunk } from './data.ts';
import { haltedRun } from './interrupted-import.ts';
import { CsvReader } from './reading/csv-reader.ts';
import { errorsFileName } from './reading/errors-csv.ts';
import type { ImportRequest } from './reading/messages.ts';
import { sendPortions, withRetries } from './send-portions.ts';
import { advance, type Draft, emptiness, type MappedBy, orderFrom, type Run, startWizard } from './wizard.ts';

const PAUSES_MS = [1_000, 3_000];

export type ImportOptions = {
  importType: ImportType;
  /** Chosen from the start, if any. */
  customerId: string | null;
};

/** The import wizard's state and what the person can do about it. */
export function useImport({ importType, customerId }: ImportOptions) {
  const client = useQueryClient();
  const [wizard, dispatch] = useReducer(advance, customerId, startWizard);
  const [bytesRead, setBytesRead] = useState(0);
  const reader = useRef<CsvReader | null>(null);
  const stop = useRef(new AbortController());

  useEffect(
    () => () => {
      stop.current.abort();
      reader.current?.close();
    },
    [],
  );

  async function open(draft: Draft) {
    const order = orderFrom(draft);
    if ('title' in order) return dispatch({ type: 'refused', problem: order });
    reader.current?.close();
    reader.current = new CsvReader();
    setBytesRead(0);
    dispatch({ type: 'reading' });
    try {
      const opened = await reader.current.open({ file: order.file, importType }, setBytesRead);
      const problem = emptiness(opened);
      if (problem) return dispatch({ type: 'refused', problem });
      const recalled = await recallMapping(order.customerId, importType, opened.headers).catch(
        logAndReturnNull('Error fetching the remembered mapping'),
      );
      const mapping = recalled?.mapping ?? autoMapping(importType, opened.headers);
      const halted = await haltedRun(reader.current, importType, { order, opened, mapping }).catch(
        logAndReturnNull('Error fetching the earlier import'),
      );
      dispatch({ type: 'opened', importType, order, opened, recalled, halted });
    } catch (failure) {
      dispatch({ type: 'refused', problem: { title: 'The file could not be read', text: reasonOf(failure) } });
    }
  }

  async function send(run: Run) {
    const csv = reader.current;
    if (!csv) return;
    stop.current = new AbortController();
    const { signal } = stop.current;
    const request = requestOf(importType, run);
    try {
      await csv.seek(run.reached.nextRow);
      await sendPortions({
        from: run.reached,
        next: () => csv.next(),
        send: () => withRetries(() => sendChunk((call) => csv.send({ call, request })), isPassing, PAUSES_MS),
        onReached: (reached) => dispatch({ type: 'reached', reached }),
        signal,
      });
      dispatch({ type: 'ended' });
      if (signal.aborted) return;
      toast({ title: 'Import completed', description: run.order.file.name, tone: 'success' });
    } catch (failure) {
      if (signal.aborted && !(failure instanceof ImportFailure)) return;
      dispatch({ type: 'failed', reason: reasonOf(failure) });
      toastFailure('Import failed', failure);
    } finally {
      refreshAfterImport(client);
    }
  }

  return {
    wizard,
    bytesRead,
    fillIn: (draft: Partial<Draft>) => dispatch({ type: 'filled in', draft }),
    open,
    map: (header: string, target: Target | 'ignore') => dispatch({ type: 'mapped', header, target }),
    remap: (by: MappedBy) => dispatch({ type: 'remapped', importType, by }),
    goBack: () => dispatch({ type: 'went back' }),
    begin() {
      if (wizard.step !== 'mapping') return;
      const began = advance(wizard, { type: 'began', importId: randomUuid() });
      if (began.step !== 'processing') return;
      dispatch({ type: 'began', importId: began.run.importId });
      send(began.run);
    },
    resume() {
      const resumed = advance(wizard, { type: 'resumed' });
      if (resumed.step !== 'processing') return;
      dispatch({ type: 'resumed' });
      send(resumed.run);
    },
    cancel() {
      stop.current.abort();
      dispatch({ type: 'stopping' });
    },
    async saveErrors({ order, reached }: Run) {
      const csv = await reader.current?.errorsFile(reached.totals.errors);
      if (csv) saveFile(errorsFileName(order.file.name), csv);
    },
  };
}

export type Import = ReturnType<typeof useImport>;

function requestOf(importType: ImportType, { importId, order, mapping }: Run): ImportRequest {
  const { customerId, audience, file } = order;
  return {
    importId,
    customerId,
    fileName: file.name,
    importType,
    columnMapping: mapping,
    ...(importType === 'leads' && audience && { audience }),
  };
}

/** For what an import can do without. */
const logAndReturnNull = (what: string) => (failure: unknown) => {
  logFailure(what, failure);
  return null;
};

const isPassing = (failure: unknown) => failure instanceof ImportFailure && failure.passing;
