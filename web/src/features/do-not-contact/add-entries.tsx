import { FileUp } from 'lucide-react';
import { type FormEvent, useId, useRef } from 'react';
import { CONTACT_KINDS, type ContactKind } from '#domain/contact-kind.ts';
import { lengthError, textLengths } from '#domain/limits.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Input, Textarea } from '@/ui/input.tsx';
import { Note } from '@/ui/note.tsx';
import { Select } from '@/ui/select.tsx';
import { useUnsavedChanges } from '@/ui/unsaved-changes.tsx';
import { CheckedEntries } from './checked-entries.tsx';
import type { ListId } from './data.ts';
import { EntryColumns, namesEntries } from './entry-columns.tsx';
import { texts } from './texts.ts';
import { DETECT, useAddEntries } from './use-add-entries.ts';

const { add } = texts;

type AddEntriesProps = { list: ListId; listName: string; onClose: () => void };

/** Adds entries to a list: typed, pasted or from a file. Shows first what they are understood as, and which approved leads they apply to. */
export function AddEntries({ list, listName, onClose }: AddEntriesProps) {
  const id = useId();
  const { draft, edit, open, problem, isMissing, sending, checked, submit } = useAddEntries(list, onClose);
  const { lines, kind, reason, file } = draft;
  const { question, leave } = useUnsavedChanges({
    isUnsaved: lines.trim() !== '' || reason.trim() !== '' || file !== null,
    description: add.unsaved,
    onDiscard: () => {},
  });
  const close = () => leave(onClose);
  const isMapped = file !== null && file.headers.length > 0;
  const hasLines = file === null || (file.name !== null && lines.trim() !== '');
  const reasonError = lengthError(add.theReason, reason.trim(), textLengths.contactReason);
  const cannotCheck = reasonError !== undefined || (isMapped && !namesEntries(file.columns));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!cannotCheck) submit();
  };
  return (
    <Dialog
      onOpenChange={close}
      size={isMapped ? 'full' : 'md'}
      title={add.open}
      description={list === null ? add.agencyHint : `${listName}. ${add.hint}`}
      footer={
        <>
          {sending && (
            <span role="status" className="mr-auto text-muted text-sm tabular-nums">
              {add.checking(sending.done, sending.total)}
            </span>
          )}
          <Button onClick={close}>{commonTexts.cancel}</Button>
          <Button
            variant="primary"
            type="submit"
            form={id}
            busy={sending !== null}
            disabled={cannotCheck || checked?.result.ids.length === 0}
            onClick={(event) => event.detail > 1 && event.preventDefault()} // a double-click would add unread entries
          >
            {checked ? add.confirm(checked.result.ids.length) : add.check}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit} className="space-y-4">
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
      </form>
      {question}
    </Dialog>
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
