import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type RefObject, useEffect, useReducer, useRef, useState } from 'react';
import { isSuppressed } from '#domain/contact-kind.ts';
import type { Reading } from '#domain/csv/encoding.ts';
import { isWorkbook } from '#domain/csv/workbook.ts';
import { addCorrections, addRowError, type ImportTotals } from '#domain/import/result.ts';
import type { Updating } from '#domain/import/updating.ts';
import { importPreview } from '#domain/limits.ts';
import { createFields, fetchFields, fieldsKey } from '@/features/custom-fields/data.ts';
import { isLive } from '@/features/custom-fields/field.ts';
import { failureReason, logFailure } from '@/lib/failure.ts';
import { saveFile } from '@/lib/file-sink.ts';
import { invalidate } from '@/lib/query-client.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { useAbort } from '@/lib/use-work.ts';
import { randomUuid } from '@/lib/uuid.ts';
import { CsvReader } from './csv/csv-reader.ts';
import type { ChunkRequest, RejectedRow } from './csv/csv-worker.ts';
import { errorsFileName, originalFileName } from './csv/errors-csv.ts';
import { fetchAudience, fetchEarlierImport, fetchSavedMapping, fetchUpdates, ImportError, sendChunk } from './data.ts';
import { sendChunks, withRetries } from './send-chunks.ts';
import { texts } from './texts.ts';
import { type UpdatesPreview, updatesCounter } from './updates-preview.ts';
import {
  automaticMapping,
  emptyFileProblem,
  fieldsIn,
  type ImportDraft,
  type ImportRequest,
  type ImportRun,
  type InterruptedImport,
  type MappingState,
  newFields,
  PROBLEMS,
  type ResultsState,
  rowsLeft,
  startWizard,
  toRequest,
  type WizardEvent,
  wizardReducer,
} from './wizard-reducer.ts';

const RETRY_PAUSES_MS = [1_000, 3_000];

/** The state of the import wizard and its actions. The wizard starts with the customer, if one is given. */
export function useImport(initial: Pick<ImportDraft, 'importType' | 'customerId'>) {
  const client = useQueryClient();
  const [wizard, dispatch] = useReducer(wizardReducer, initial, startWizard);
  const [bytesRead, setBytesRead] = useState(0);
  const [isStarting, setStarting] = useState(false);
  const reader = useRef<CsvReader | null>(null);
  const { send, sendCorrections, stop } = useSending(reader, dispatch);
  useEffect(() => () => reader.current?.close(), []);

  /** Fills in the audience of the import that a file of errors belongs to. */
  async function findAudience({ importType, customerId, file, audience }: ImportDraft) {
    const from = file && originalFileName(file.name);
    if (importType !== 'leads' || !from || !customerId || audience) return;
    const found = await fetchAudience(customerId, [from, file.name]).catch(
      logAndReturnNull('Error fetching the audience of the import'),
    );
    if (found) dispatch({ type: 'audience found', file, customerId, audience: found, from });
  }

  async function open(draft: ImportDraft, reading?: Reading) {
    const request = toRequest(draft);
    if ('title' in request) return dispatch({ type: 'rejected', problem: request });
    const csv = (reading && reader.current) || new CsvReader(setBytesRead);
    if (csv !== reader.current) reader.current?.close();
    reader.current = csv;
    setBytesRead(0);
    dispatch({ type: 'opening' });
    try {
      dispatch(await readStart(csv, request, reading));
    } catch (error) {
      dispatch({ type: 'rejected', problem: { title: texts.problems.unreadable, text: failureReason(error) } });
    }
  }

  /** Applies an event that moves the wizard to the processing step, and starts sending. */
  function startSending(event: WizardEvent) {
    const next = wizardReducer(wizard, event);
    if (wizard.step === 'processing' || next.step !== 'processing') return;
    dispatch(event);
    send(next.run);
  }

  /** Creates the new fields, then imports. */
  async function start() {
    if (wizard.step !== 'mapping' || isStarting) return;
    const { customerId, importType } = wizard.request;
    const fields = newFields(wizard);
    setStarting(true);
    try {
      await createFields(customerId, importType, fields);
      startSending({ type: 'started', importId: randomUuid() });
    } catch (error) {
      toastFailure(texts.keep.failed, error);
    } finally {
      setStarting(false);
      if (fields.length > 0) invalidate(client, fieldsKey);
    }
  }

  const previewUpdates = async (...options: PreviewOptions) => {
    if (reader.current && wizard.step === 'mapping') await countUpdates(reader.current, wizard, ...options);
  };

  return {
    wizard,
    bytesRead,
    changeDraft(change: Partial<ImportDraft>) {
      const event = { type: 'draft changed', change } as const;
      dispatch(event);
      const next = wizardReducer(wizard, event);
      if (next.step === 'upload' && change.audience === undefined) findAudience(next.draft);
    },
    open,
    /** Reads the file again as the user has chosen, or as one of another type. */
    async read(request: ImportRequest, reading?: Reading) {
      setStarting(true);
      await open(request, reading);
      setStarting(false);
    },
    dispatch,
    previewUpdates,
    start,
    isStarting,
    resume: () => startSending({ type: 'resumed' }),
    cancel() {
      stop();
      dispatch({ type: 'cancelled' });
    },
    sendCorrections,
    /** Saves all errors, or the rows that must not be contacted. */
    async saveErrors({ request, progress }: ImportRun, isOnlySuppressed = false) {
      const { errors } = progress.totals;
      const saved = isOnlySuppressed ? errors.filter(isSuppressed) : errors;
      const csv = await reader.current?.call('errorsFile', saved);
      if (csv) saveFile(errorsFileName(request.file.name, isOnlySuppressed), csv);
    },
  };
}

export type ImportActions = ReturnType<typeof useImport>;

/** Sends the rows of a run, and those that were corrected after it. Leaving the wizard stops it. */
function useSending(reader: RefObject<CsvReader | null>, dispatch: Dispatch<WizardEvent>) {
  const client = useQueryClient();
  const sending = useAbort();

  async function send(run: ImportRun) {
    const csv = reader.current;
    if (!csv) return;
    const signal = sending.start();
    const request = chunkRequest(run);
    let { totals } = run.progress;
    try {
      await csv.call('seek', run.progress.nextRow, request.importType, request.columnMapping);
      await sendChunks({
        from: run.progress,
        next: () => csv.call('next'),
        send: () => sendLoaded(csv, request),
        onProgress: (progress) => {
          totals = progress.totals;
          dispatch({ type: 'progressed', progress });
        },
        signal,
      });
      const [rejected, leftOut] = [await firstRejected(csv, totals), await csv.call('cellsLeftOut')];
      dispatch({ type: 'finished', rejected, leftOut });
      if (signal.aborted) return;
      toast({ title: texts.results.completed, description: run.request.file.name, tone: 'success' });
    } catch (error) {
      if (signal.aborted && !(error instanceof ImportError)) return;
      dispatch({ type: 'failed', reason: failureReason(error) });
      toastFailure(texts.results.failed, error);
    } finally {
      invalidate(client); // leads, companies, audiences and counts may all have changed
    }
  }

  /** Sends corrected rows as part of their import. Resolves with whether they were sent. */
  async function sendCorrections({ run }: ResultsState, rows: readonly RejectedRow[]): Promise<boolean> {
    const csv = reader.current;
    if (!csv) return false;
    try {
      await csv.call('correct', run.opened.totalRows + 2 + run.corrections, rows);
      const result = await sendLoaded(csv, chunkRequest(run));
      const corrected = rows.map(({ row }) => row);
      const totals = addCorrections(run.progress.totals, corrected, result);
      dispatch({ type: 'corrected', totals, rejected: await firstRejected(csv, totals), rows: rows.length });
      toast({ title: texts.corrections.done, description: texts.corrections.doneHint(result), tone: 'success' });
      return true;
    } catch (error) {
      toastFailure(texts.corrections.failed, error);
      return false;
    } finally {
      invalidate(client);
    }
  }

  return { send, sendCorrections, stop: sending.abort };
}

/** Reads the start of a file, how its columns were mapped before, and whether an import of it was interrupted. */
async function readStart(csv: CsvReader, request: ImportRequest, reading?: Reading): Promise<WizardEvent> {
  if (await isWorkbook(request.file)) return { type: 'rejected', problem: PROBLEMS.fileType(request.file.name, true) };
  const opened = await csv.call('open', request.file, request.importType, reading);
  const problem = emptyFileProblem(opened);
  if (problem) return { type: 'rejected', problem };
  const stored = await fetchFields(request.customerId, request.importType);
  const fields = stored.filter(isLive);
  const saved = await fetchSavedMapping(request, opened.headers, fields, opened.names?.found).catch(
    logAndReturnNull('Error fetching the saved mapping'),
  );
  const mapping = saved?.mapping ?? automaticMapping(request.importType, opened, fields);
  const interrupted = await findInterrupted(csv, { request, opened, mapping, fields }).catch(
    logAndReturnNull('Error fetching the earlier import'),
  );
  return { type: 'opened', request, opened, saved, interrupted, stored };
}

type PreviewOptions = [updating: Updating, signal: AbortSignal, report: (preview: UpdatesPreview) => void];

/** Reads the whole file and reports what the import would update, chunk by chunk. Writes nothing. */
async function countUpdates(csv: CsvReader, state: MappingState, ...[updating, signal, report]: PreviewOptions) {
  const { request, mapping } = state;
  const add = updatesCounter();
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const next = await csv.call('readRows', request.importType, mapping, fieldsIn(state), isFirst);
    if (!next) return;
    const found =
      next.rows.length > 0
        ? await fetchUpdates(request, mapping, updating, next.rows, signal)
        : { matched: [], rejected: [], keys: [] };
    report(add(next.total, next.rows, found));
  }
}

function chunkRequest({ importId, request, mapping, updating }: ImportRun): ChunkRequest {
  const { importType, customerId, audience, file } = request;
  return {
    importId,
    customerId,
    fileName: file.name,
    importType,
    columnMapping: mapping,
    ...(importType === 'leads' && audience && { audience }),
    ...(updating && { updating }),
  };
}

/** Sends the chunk that the reader has at hand. */
const sendLoaded = (csv: CsvReader, request: ChunkRequest) =>
  withRetries(() => sendChunk((url, headers) => csv.call('send', url, headers, request)), isTransient, RETRY_PAUSES_MS);

const firstRejected = (csv: CsvReader, { errors }: ImportTotals) =>
  csv
    .call('rejectedRows', errors.slice(0, importPreview.errors))
    .catch((error: unknown) => logAndReturnNull('Error reading the rows with errors')(error) ?? []);

/** An import of the same file that stopped before its end; null if there is none, or if the file cannot be compared. */
async function findInterrupted(
  csv: CsvReader,
  { request, opened, mapping, fields }: Pick<ImportRun, 'request' | 'opened' | 'mapping' | 'fields'>,
): Promise<InterruptedImport | null> {
  const { customerId, importType } = request;
  const earlier = await fetchEarlierImport(request);
  if (!earlier || earlier.totals.totalRows >= opened.totalRows) return null;
  const { id, audience, startedAt, totals, sent, updating } = earlier;
  const content = { customerId, importType, columnMapping: mapping, audience, updating };
  const point = await csv.call('matchSentChunks', { chunks: sent, content });
  if (!point) return null;
  const progress = { totals: point.errors.reduce(addRowError, totals), nextRow: point.nextRow };
  const run = {
    request: { ...request, audience: audience ?? '' },
    opened,
    mapping,
    fields,
    updating,
    importId: id,
    progress,
    corrections: 0,
  };
  return rowsLeft(run) > 0 ? { run, startedAt } : null;
}

/** Handles the failure of a request that an import can do without. */
const logAndReturnNull = (message: string) => (error: unknown) => {
  logFailure(message, error);
  return null;
};

const isTransient = (error: unknown) => error instanceof ImportError && error.isTransient;
