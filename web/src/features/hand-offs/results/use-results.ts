import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isWorkbook } from '#domain/csv/workbook.ts';
import { type Cells, resultColumns, unansweredRemovals, unansweredValues } from '#domain/hand-off/column-values.ts';
import { resultKinds } from '#domain/hand-off/result-kinds.ts';
import { type ResultMapping, resultMapping, type UnreadCell } from '#domain/hand-off/results.ts';
import { isCsvName } from '#domain/import/file.ts';
import { refreshEntries, removeEntries } from '@/features/do-not-contact/data.ts';
import { texts as importTexts } from '@/features/import/texts.ts';
import { failureReason } from '@/lib/failure.ts';
import { toast } from '@/lib/toast.ts';
import { useSave } from '@/lib/use-save.ts';
import { useWork } from '@/lib/use-work.ts';
import { randomUuid } from '@/lib/uuid.ts';
import type { HandOff } from '../data.ts';
import {
  addRequests,
  fetchResultMapping,
  noneStored,
  noResults,
  type RemovalRequest,
  refreshResults,
  type StoredResults,
  storeResults,
  totalAdded,
  type UnmatchedReason,
} from './data.ts';
import { openResults, type ResultsFile, reportedChunks } from './results-file.ts';
import { texts } from './texts.ts';

const { dialog } = texts;

/** An address of someone who opted out that is no entry of the list by itself, and whether it is added all the same. */
export type RefusedAddress = { value: string; kind: 'email' | 'linkedin'; isAdded: boolean };

export type Checked = {
  matched: number;
  added: StoredResults['added'];
  /** Rows that match no lead or are not read, with the cell that is the reason, if one is. */
  unmatched: { row: number; reason: UnmatchedReason; cell?: UnreadCell }[];
  requests: RemovalRequest[];
  refused: RefusedAddress[];
  /** Rows of its leads with a date before the hand-off. */
  early: Cells;
  /** Whether the results are stored, and only the requests are left. */
  isStored: boolean;
};

/** The steps of an upload of results: the file, what its columns mean, what it reports, and storing that. */
export function useResults(handOff: HandOff, onStored: () => void) {
  const client = useQueryClient();
  const tool = handOff.plan.tool.name;
  const [isOpening, setOpening] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [file, setFile] = useState<ResultsFile | null>(null);
  const [mapping, setMapping] = useState<ResultMapping>(() => resultMapping([]));
  /** Whether values without a meaning are ignored, as somebody chose for this mapping. */
  const [isIgnoring, setIgnoring] = useState(false);
  const [checked, setChecked] = useState<Checked | null>(null);
  const { progress: work, setProgress: setWork, run, stop } = useWork<{ kind: 'check' | 'store'; done: number }>();
  const upload = useRef(randomUuid());
  const { add, isAdding } = useAddRequests(handOff, (requests) =>
    setChecked((shown) => shown && { ...shown, requests: [...requests] }),
  );

  async function open(chosen: File) {
    setProblem(null);
    if (!isCsvName(chosen.name)) return setProblem(importTexts.problems.fileType(chosen.name).text);
    setOpening(true);
    try {
      if (await isWorkbook(chosen)) return setProblem(importTexts.problems.fileType(chosen.name, true).text);
      const opened = await openResults(chosen);
      if (opened.totalRows === 0) return setProblem(importTexts.problems.noRows.text);
      const read = await readMapping(tool, opened);
      upload.current = randomUuid();
      setMapping(read);
      setIgnoring(false);
      setFile(opened);
    } catch (error) {
      setProblem(`${dialog.unreadable}: ${failureReason(error)}`);
    } finally {
      setOpening(false);
    }
  }

  /** Sends the file chunk by chunk; null if it was stopped or failed. */
  function send(opened: ResultsFile, kind: 'check' | 'store'): Promise<Checked | null> {
    setWork({ kind, done: 0 });
    return run(kind === 'check' ? dialog.checkFailed : dialog.failed, (signal) =>
      sendResults(handOff, {
        opened,
        about: { id: upload.current, fileName: opened.name, mapping },
        isDryRun: kind === 'check',
        signal,
        onProgress: (done) => setWork({ kind, done }),
      }),
    );
  }

  const columns = file ? resultColumns(mapping, file.headers, file.columns) : [];
  return {
    file,
    mapping,
    columns,
    isIgnoring,
    setIgnoring,
    isReady: (isIgnoring ? unansweredRemovals(columns) : unansweredValues(columns).values) === 0,
    checked,
    work,
    problem,
    isOpening,
    open,
    map(changed: ResultMapping) {
      setMapping(changed);
      setIgnoring(false);
    },
    check: async () => file && setChecked(await send(file, 'check')),
    async store() {
      const stored = file && (await send(file, 'store'));
      refreshResults(client);
      if (!stored || !checked) return;
      const counts = resultKinds.map((kind) => [kind, stored.added[kind]] as const);
      toast({
        title: dialog.stored,
        description: texts.counts(counts.filter(([, count]) => count > 0)),
        tone: 'success',
      });
      if (checked.requests.length === 0) return onStored();
      setChecked({ ...checked, added: noResults(), isStored: true });
    },
    /** Puts those who opted out on the do-not-contact list, or with undo back. */
    async add() {
      if (!checked) return;
      if (!(await add(checked.requests))) return;
      if (checked.isStored) onStored();
      else setChecked({ ...checked, requests: [] });
    },
    isAdding,
    stop,
    back: () => (checked ? setChecked(null) : setFile(null)),
    newResults: checked ? totalAdded(checked.added) : 0,
  };
}

/** Puts those who opted out on the do-not-contact list, with an undo. */
function useAddRequests(handOff: HandOff, onUndone: (requests: readonly RemovalRequest[]) => void) {
  const restoring = useSave({
    write: (ids: string[]) => removeEntries(handOff.customer_id, ids),
    refresh: refreshEntries,
    failure: dialog.requests.undoFailed,
  });
  const adding = useSave({
    write: (requests: readonly RemovalRequest[]) => addRequests(handOff, requests),
    refresh: refreshResults,
    success: (_, requests) => ({ title: dialog.requests.added(requests.length) }),
    undo: async (requests, ids) => {
      if (await restoring.save(ids)) onUndone(requests);
    },
    failure: dialog.requests.failed,
  });
  return { add: adding.save, isAdding: adding.isSaving };
}

/** Reads the meaning of a file's columns from the mapping stored for the tool, or else from their names and values. */
async function readMapping(tool: string, { headers, columns }: ResultsFile): Promise<ResultMapping> {
  const saved = await fetchResultMapping(tool);
  const natures = columns.map(({ nature }) => nature);
  const read = resultMapping(headers, saved, tool, natures);
  const mapped = columns.filter((_, index) => read.columns[headers[index] ?? ''] !== 'ignore');
  const orders = mapped.map(({ dateOrder }) => dateOrder);
  if (orders.includes('day') || orders.includes('month')) return { ...read, isDayFirst: orders.includes('day') };
  const countUnread = (order: 'day' | 'month') => mapped.reduce((sum, { unread }) => sum + unread[order].rows, 0);
  const [day, month] = [countUnread('day'), countUnread('month')];
  return day === month ? read : { ...read, isDayFirst: day < month };
}

type Sending = {
  opened: ResultsFile;
  about: { id: string; fileName: string; mapping: ResultMapping };
  isDryRun: boolean;
  signal: AbortSignal;
  onProgress: (done: number) => void;
};

/** Stores what a file reports, or with a dry run only checks it, and adds up the answers. */
async function sendResults(
  handOff: HandOff,
  { opened, about, isDryRun, signal, onProgress }: Sending,
): Promise<Checked> {
  const sum: Checked = {
    matched: 0,
    added: noResults(),
    unmatched: [],
    requests: [],
    refused: [],
    early: { rows: 0, example: '' },
    isStored: false,
  };
  const dayBefore = Date.parse(handOff.created_at) - 86_400_000; // dates of a tool may be in another time zone
  const requests = new Map<string, RemovalRequest>();
  let done = 0;
  for await (const { rows, reported, unread, done: read } of reportedChunks(opened, about.mapping)) {
    const stored = reported.length > 0 ? await storeResults(handOff, about, reported, isDryRun, signal) : noneStored();
    sum.matched += stored.matched;
    for (const result of resultKinds) sum.added[result] += stored.added[result];
    for (const { place, reason } of stored.unmatched) sum.unmatched.push({ row: rows[place] ?? 0, reason });
    const others = new Set(stored.unmatched.map(({ place }) => place));
    for (const [place, { results }] of reported.entries()) {
      const date = Object.values(results).find((at) => at && Date.parse(at) < dayBefore);
      if (!date || others.has(place)) continue;
      sum.early.rows += 1;
      sum.early.example ||= date.slice(0, 10);
    }
    for (const index of stored.requests) {
      const { email = null, linkedin = null } = reported[index] ?? {};
      requests.set(`${email} ${linkedin}`, { email, linkedin });
    }
    for (const { place, kind, is_added } of stored.refused)
      sum.refused.push({ value: reported[place]?.[kind] ?? '', kind, isAdded: is_added });
    for (const { row, cell } of unread) sum.unmatched.push({ row, reason: cell.problem, cell });
    done += read;
    onProgress(done);
  }
  return { ...sum, requests: [...requests.values()] };
}
