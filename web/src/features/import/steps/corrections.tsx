import { type ChangeEvent, useMemo, useState } from 'react';
import { isSuppressed } from '#domain/contact-kind.ts';
import { type CorrectedRow, rowCorrector } from '#domain/import/corrections.ts';
import { nameReader } from '#domain/import/rows.ts';
import type { ColumnTarget } from '#domain/import/targets.ts';
import { importPreview } from '#domain/limits.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input, Textarea } from '@/ui/input.tsx';
import type { RejectedRow } from '../csv/csv-worker.ts';
import { ImportErrors } from '../import-result.tsx';
import { texts } from '../texts.ts';
import type { ImportActions } from '../use-import.ts';
import { type ImportRun, type ResultsState, rowsLeft } from '../wizard-reducer.ts';

export type CorrectionsProps = {
  state: ResultsState;
  actions: Pick<ImportActions, 'dispatch' | 'sendCorrections'>;
  /** An import that was undone accepts no more rows. */
  isUndone: boolean;
  onSent: () => void;
};

const { corrections } = texts;

/** The first errors of an import, with fields to correct them in once the file was imported to its end. */
export function Corrections({ state, actions, isUndone, onSent }: CorrectionsProps) {
  const { run, rejected, edits } = state;
  const { errors } = run.progress.totals;
  const [isSending, setIsSending] = useState(false);
  const { correct, readName } = useMemo(() => rowReaders(run), [run]);

  const rows = rejected.map((row) => ({ row, corrected: correct(row, edits[row.row] ?? {}) }));
  const isOpen = !isUndone && rowsLeft(run) === 0 && rows.some(({ corrected }) => corrected.fields.length > 0);
  const ready = rows.filter(({ row, corrected }) => 'row' in corrected.outcome && !isSuppressed(row));
  const edit = (row: number, target: ColumnTarget, value: string) =>
    actions.dispatch({ type: 'cell edited', row, target, value });
  const send = async () => {
    setIsSending(true);
    const isSent = await actions.sendCorrections(
      state,
      ready.map(({ row, corrected }) => ({ ...row, cells: [...corrected.cells] })),
    );
    setIsSending(false);
    if (isSent) onSent();
  };

  const cardFields = (index: number) =>
    rows[index] && <CorrectionFields {...rows[index]} disabled={isSending} onEdit={edit} />;

  return (
    <ImportErrors
      first={
        rejected.length > 0
          ? rejected.map(({ sheetRow, cells, error }) => ({ row: sheetRow, name: readName(cells), error }))
          : errors.slice(0, importPreview.errors).map((error) => ({ ...error, name: null }))
      }
      total={errors.length}
      fields={isOpen ? cardFields : undefined}
    >
      {isOpen && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-muted text-sm">{corrections.hint}</p>
          <Button variant="primary" busy={isSending} disabled={ready.length === 0} onClick={send}>
            {corrections.import(ready.length)}
          </Button>
        </div>
      )}
    </ImportErrors>
  );
}

function rowReaders({ request, opened, mapping, fields }: ImportRun) {
  return {
    correct: rowCorrector(request.importType, opened.headers, mapping, fields),
    readName: nameReader(request.importType, opened.headers, mapping),
  };
}

type CorrectionFieldsProps = {
  row: RejectedRow;
  corrected: CorrectedRow;
  disabled: boolean;
  onEdit: (row: number, target: ColumnTarget, value: string) => void;
};

function CorrectionFields({ row, corrected, disabled, onEdit }: CorrectionFieldsProps) {
  const { outcome, fields } = corrected;
  const isRowError = 'error' in outcome && outcome.error === row.error;
  return fields.map(({ target, label, value }) => {
    const isLong = target === 'notes' || target === 'description' || target.startsWith('custom:');
    const Control = isLong ? Textarea : Input;
    return (
      <Field
        key={target}
        label={label}
        error={'error' in outcome && !isRowError && outcome.target === target ? outcome.error : undefined}
        className="mt-2 max-w-md"
      >
        <Control
          aria-label={corrections.field(label, row.sheetRow)}
          value={value}
          disabled={disabled}
          dir="auto"
          autoComplete="off"
          onChange={(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
            onEdit(row.row, target, event.target.value)
          }
        />
      </Field>
    );
  });
}
