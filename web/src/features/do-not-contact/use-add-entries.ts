import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { NewEntry } from '#domain/contact-entries.ts';
import { type ContactFile, openContactFile } from '#domain/contact-file.ts';
import type { ContactKind } from '#domain/contact-kind.ts';
import { isWorkbook } from '#domain/csv/workbook.ts';
import { entriesOfLines, type IgnoredLine, LINE_END, type LineError } from '#domain/do-not-contact.ts';
import { texts as importTexts } from '@/features/import/texts.ts';
import { failureReason } from '@/lib/failure.ts';
import { commonTexts } from '@/lib/texts.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { useWork } from '@/lib/use-work.ts';
import { type AddedEntries, type AddRequest, addEntries, type ListId, refreshEntries, removeEntries } from './data.ts';
import { texts } from './texts.ts';

const { add } = texts;

export const DETECT = 'detect';

/** A chosen file, or with null for the name the typed lines, which are a table. */
export type OpenFile = ContactFile & { name: string | null };

/** The entries in the lines and rows, and the result of their check. */
export type Checked = {
  entries: readonly NewEntry[];
  errors: readonly LineError[];
  ignored: readonly IgnoredLine[];
  result: AddedEntries;
};

const NOTHING: AddedEntries = { ids: [], repeated: 0, errors: [], touched: 0, leads: [] };

type Draft = { lines: string; kind: ContactKind | typeof DETECT; reason: string; file: OpenFile | null };

/** Checks the typed lines and the chosen file, and adds their entries to a list. Text that could not be added stays. */
export function useAddEntries(list: ListId, onClose: () => void) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>({ lines: '', kind: DETECT, reason: '', file: null });
  const latest = useRef(draft);
  latest.current = draft;
  const [problem, setProblem] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [checked, setChecked] = useState<Checked | null>(null);
  const { progress: sending, setProgress: setSending, run } = useWork<{ done: number; total: number }>();
  const { lines, kind, reason, file } = draft;

  function edit(change: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...change }));
    setChecked(null);
    setMissing(false);
    setProblem(null);
  }

  async function open(chosen: File) {
    try {
      const isSpreadsheet = await isWorkbook(chosen);
      if (isSpreadsheet) return setProblem(importTexts.problems.fileType(chosen.name, true).text);
      if (!/\.(csv|tsv|txt)$/i.test(chosen.name)) return setProblem(add.fileType);
      const opened = await openContactFile(chosen, /\.txt$/i.test(chosen.name) ? 'list' : 'table');
      if (opened.totalRows === 0) return setProblem(add.noEntries(chosen.name));
      edit({ file: { ...opened, name: chosen.name } });
    } catch (failure) {
      setProblem(`${importTexts.problems.unreadable}: ${failureReason(failure)}`);
    }
  }

  async function send(entries: readonly NewEntry[], isDryRun: boolean) {
    if (entries.length === 0) return NOTHING;
    const onProgress = (done: number) => setSending({ done, total: entries.length });
    onProgress(0);
    const isOne = entries.every(({ line }) => line === entries[0]?.line);
    const source: AddRequest['source'] = file?.name ? 'import' : isOne ? 'form' : 'paste';
    const result = await run(isDryRun ? add.checkFailed : add.failed, (signal) =>
      addEntries({ list, entries, source, isDryRun, onProgress, signal }),
    );
    if (!isDryRun) refreshEntries(client);
    return result;
  }

  async function check() {
    if (file === null && kind === DETECT) {
      const table = await openContactFile(new Blob([lines]), 'list');
      if (table.headers.length > 0) return edit({ file: { ...table, name: null } });
    }
    const typed = file?.name === null ? [] : entriesOfLines(lines, kind === DETECT ? undefined : kind);
    const read = [...typed, ...((await file?.read(file.columns)) ?? [])];
    if (read.length === 0) return setMissing(true);
    const all = reason.trim();
    const found = read.filter((item) => 'kind' in item);
    const entries = all ? found.map((entry) => ({ reason: all, ...entry })) : found;
    const result = await send(entries, true);
    if (!result || latest.current !== draft) return;
    const errors = [...read.filter((item) => 'error' in item), ...result.errors].sort(byPlace);
    setChecked({ entries, errors, ignored: read.filter((item) => 'ignored' in item), result });
  }

  async function store({ entries, errors }: Checked) {
    const result = await send(entries, false);
    if (!result) return;
    const { ids } = result;
    const undo = () =>
      removeEntries(list, ids)
        .then(() => refreshEntries(client))
        .catch((failure) => toastFailure(texts.restoreFailed, failure));
    toast({
      title: add.added(ids.length),
      ...(errors.length > 0 && { description: add.notAdded(errors.length) }),
      tone: 'success',
      ...(ids.length > 0 && { action: { label: commonTexts.undo, onClick: undo } }),
    });
    if (latest.current !== draft) return;
    const wrong = new Set(
      errors.filter(({ isFromFile }) => !isFromFile || file?.name === null).map(({ line }) => line),
    );
    if (wrong.size === 0) return onClose();
    const isHeader = (at: number) => at === 1 && file?.name === null;
    const left = lines.split(LINE_END).filter((_, index) => wrong.has(index + 1) || isHeader(index + 1));
    edit({ lines: left.join('\n'), file: null });
  }

  return {
    draft,
    edit,
    open,
    problem,
    isMissing,
    sending,
    checked,
    submit() {
      if (!sending) checked ? store(checked) : check();
    },
  };
}

const byPlace = (one: LineError, other: LineError) =>
  Number(one.isFromFile ?? false) - Number(other.isFromFile ?? false) || one.line - other.line;
