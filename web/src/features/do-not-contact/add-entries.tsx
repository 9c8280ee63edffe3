import { FileUp } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
import { CONTACT_KINDS, type ContactKind } from '#domain/contact-kind.ts';
import { lengthError, textLengths } from '#domain/limits.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Input, Textarea } from '@/ui/input.tsx';
import { Note } from '@/ui/note.tsx';
import { Select } from '@/ui/select.tsx';
import { CheckedEntries } from './checked-entries.tsx';
import type { ListId } from './data.ts';
import { EntryColumns, namesEntries } from './entry-columns.tsx';
import { texts } from './texts.ts';
import { DETECT, useAddEntries } from './use-add-entries.ts';

const { add } = texts;

type AddEntriesProps = { list: ListId; listName: string; onClose: () => void };

/** Adds entries to a list: typed, pasted or from a file. Shows first what they are understood as, and which approved leads they apply to. */
export function AddEntries({ list, listName, onClose }: AddEntriesProps) {
  const { draft, edit, open, problem, isMissing, sending, checked, submit } = useAddEntries(list, onClose);
  const { lines, kind, reason, file } = draft;
  const isMapped = file !== null && file.headers.length > 0;
  const hasLines = file === null || (file.name !== null && lines.trim() !== '');
  const reasonError = lengthError(add.theReason, reason.trim(), textLengths.contactReason);
  const cannotCheck = reasonError !== undefined || (isMapped && !namesEntries(file.columns));
  const form = {
    onSubmit: async (event: FormEvent) => {
      event.preventDefault();
      if (!cannotCheck) submit();
    },
    busy: sending !== null,
    isUnsaved: lines.trim() !== '' || reason.trim() !== '' || file !== null,
  };
  return (
    <FormDialog
      form={form}
      size={isMapped ? 'full' : 'md'}
      title={add.open}
      description={list === null ? add.agencyHint : `${listName}. ${add.hint}`}
      aside={
        sending && (
          <span role="status" className="mr-auto text-muted text-sm tabular-nums">
            {add.checking(sending.done, sending.total)}
          </span>
        )
      }
      submitLabel={checked ? add.confirm(checked.result.ids.length) : add.check}
      disabled={cannotCheck || checked?.result.ids.length === 0}
      unsaved={add.unsaved}
      onClose={onClose}
    >
      {hasLines && (
        <>
          <Field label={add.lines} help={add.linesHelp} {...(isMissing && { error: add.missing })}>
            <Textarea value={lines} dir="auto" onChange={({ target }) => edit({ lines: target.value })} />
          </Field>
          <Field label={add.kind}>
            <Select
              value={kind}
              onChange={(next) => edit({ kind: next as ContactKind | typeof DETECT })}
              options={[DETECT, ...CONTACT_KINDS].map((value) => ({
                value,
                label: value === DETECT ? add.detect : texts.kind(value),
              }))}
            />
          </Field>
        </>
      )}
      {problem !== null && <Note tone="danger">{problem}</Note>}
      {file && (
        <Note
          action={
            <Button size="sm" onClick={() => edit({ file: null })}>
              {file.name === null ? add.backToLines : commonTexts.discard}
            </Button>
          }
        >
          {file.name === null ? add.pasted(file.totalRows) : add.fromFile(file.name, file.totalRows)}
        </Note>
      )}
      {isMapped && <EntryColumns file={file} onChange={(columns) => edit({ file: { ...file, columns } })} />}
      <Field label={add.reason} optional {...(reasonError && { error: reasonError })}>
        <Input value={reason} dir="auto" onChange={({ target }) => edit({ reason: target.value })} />
      </Field>
      {!file && <FileButton onChoose={open} />}
      {checked && <CheckedEntries {...checked} />}
    </FormDialog>
  );
}

function FileButton({ onChoose }: { onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={FileUp} onClick={() => input.current?.click()}>
        {add.file}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={add.file}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          if (chosen) onChoose(chosen);
          target.value = ''; // so that the same file can be chosen again
        }}
      />
    </>
  );
}
