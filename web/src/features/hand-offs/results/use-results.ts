import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isWorkbook } from '#domain/csv/workbook.ts';
import { type ResultMapping, resultKinds, resultMapping } from '#domain/hand-off/results.ts';
import { isCsvName } from '#domain/import/file.ts';
import { texts as importTexts } from '@/features/import/texts.ts';
import { reasonOf } from '@/lib/failure.ts';
import { toast } from '@/lib/toast.ts';
import { useWork } from '@/lib/use-work.ts';
import { randomUuid } from '@/lib/uuid.ts';
import type { HandOff } from '../data.ts';
import {
  fetchResultMapping,
  noResults,
  refreshResults,
  type StoredResults,
  storeResults,
  totalOf,
  type UnmatchedReason,
} from './data.ts';
import { openResults, type ResultsFile, reportedChunks } from './results-file.ts';
import { texts } from './texts.ts';

const { dialog } = texts;

export type Checked = {
  matched: number;
  added: StoredResults['added'];
  /** Of a row with an invalid date also the text of that date. */
  unmatched: { row: number; reason: UnmatchedReason; date?: string }[];
};

/** The steps of an upload of results: the file, what its columns mean, what it reports, and storing that. */
export function useResults(handOff: HandOff, onStored: () => void) {
  const client = useQueryClient();
  const tool = handOff.plan.tool.name;
  const [isOpening, setOpening] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [file, setFile] = useState<ResultsFile | null>(null);
  const [mapping, setMapping] = useState<ResultMapping>(() => resultMapping([]));
  const [checked, setChecked] = useState<Checked | null>(null);
  const { progress: work, setProgress: setWork, run, stop } = useWork<{ kind: 'check' | 'store'; done: number }>();
  const upload = useRef(randomUuid());

  async function open(chosen: File) {
    setProblem(null);
    if (!isCsvName(chosen.name)) return setProblem(importTexts.problems.fileType(chosen.name).text);
    setOpening(true);
    try {
      if (await isWorkbook(chosen)) return setProblem(importTexts.problems.fileType(chosen.name, true).text);
      const opened = await openResults(chosen);
      if (opened.totalRows === 0) return setProblem(importTexts.problems.noRows.text);
      const saved = await fetchResultMapping(tool);
      const read = resultMapping(opened.headers, saved ?? {});
      const orders = opened.dateOrders.filter((_, index) => read.columns[opened.headers[index] ?? ''] !== 'ignore');
      const isKnown = orders.includes('day') || orders.includes('month');
      upload.current = randomUuid();
      setMapping(isKnown ? { ...read, isDayFirst: orders.includes('day') } : read);
      setFile(opened);
    } catch (error) {
      setProblem(`${dialog.unreadable}: ${reasonOf(error)}`);
    } finally {
      setOpening(false);
    }
  }

  /** Sends the file chunk by chunk; null if it was stopped or failed. */
  function send(opened: ResultsFile, kind: 'check' | 'store'): Promise<Checked | null> {
    const sum: Checked = { matched: 0, added: noResults(), unmatched: [] };
    let done = 0;
    setWork({ kind, done });
    return run(kind === 'check' ? dialog.checkFailed : dialog.failed, async (signal) => {
      for await (const { rows, reported, invalid } of reportedChunks(opened, mapping)) {
        const about = { id: upload.current, fileName: opened.name, mapping };
        const { matched, added, unmatched } =
          reported.length > 0
            ? await storeResults(handOff, about, reported, kind === 'check', signal)
            : { matched: 0, added: noResults(), unmatched: [] };
        sum.matched += matched;
        for (const result of resultKinds) sum.added[result] += added[result];
        for (const { place, reason } of unmatched) sum.unmatched.push({ row: rows[place] ?? 0, reason });
        for (const row of invalid) sum.unmatched.push({ ...row, reason: 'invalid_date' });
        done += rows.length + invalid.length;
        setWork({ kind, done });
      }
      return sum;
    });
  }

  return {
    file,
    mapping,
    checked,
    work,
    problem,
    isOpening,
    open,
    map: setMapping,
    check: async () => file && setChecked(await send(file, 'check')),
    async store() {
      const stored = file && (await send(file, 'store'));
      refreshResults(client);
      if (!stored) return;
      const counts = resultKinds.map((kind) => [kind, stored.added[kind]] as const);
      toast({
        title: dialog.stored,
        description: texts.counts(counts.filter(([, count]) => count > 0)),
        tone: 'success',
      });
      onStored();
    },
    stop,
    back: () => (checked ? setChecked(null) : setFile(null)),
    newResults: checked ? totalOf(checked.added) : 0,
  };
}
