import { useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { NewEntry } from '#domain/contact-entries.ts';
import { CONTACT_KINDS, type ContactKind } from '#domain/contact-kind.ts';
import { entriesOfFile, entriesOfLines } from '#domain/do-not-contact.ts';
import { textLengths } from '#domain/limits.ts';
import { recordPath } from '@/features/lists/use-open-record.ts';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import { formatNumber } from '@/lib/format.ts';
import { commonTexts } from '@/lib/texts.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { useWork } from '@/lib/use-work.ts';
import { paths } from '@/paths.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Input, Textarea } from '@/ui/input.tsx';
import { Note } from '@/ui/note.tsx';
import { Select } from '@/ui/select.tsx';
import { useUnsavedChanges } from '@/ui/unsaved-changes.tsx';
import { type AddedEntries, type AddRequest, addEntries, type ListId, refreshEntries, removeEntries } from './data.ts';
import { texts } from './texts.ts';

const { add } = texts;

const DETECT = 'detect';

/** What the shown entries are, how many of how many were sent, and the result of checking them. */
type Checked = { entries: readonly NewEntry[]; result: AddedEntries };

type AddEntriesProps = { list: ListId; listName: string; onClose: () => void };

/** Adds entries to a list: typed, pasted or from a CSV file. Shows first what they are understood as, and which approved leads they apply to. */
export function AddEntries({ list, listName, onClose }: AddEntriesProps) {
  const id = useId();
  const client = useQueryClient();
  const [lines, setLines] = useState('');
  const [kind, setKind] = useState<ContactKind | typeof DETECT>(DETECT);
  const [reason, setReason] = useState('');
  const [file, setFile] = useState<{ name: string; entries: NewEntry[] } | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { progress: sending, setProgress: setSending, run } = useWork<{ done: number; total: number }>();
  const [checked, setChecked] = useState<Checked | null>(null);
  const isDirty = lines.trim() !== '' || file !== null;
  const { question, leave } = useUnsavedChanges({ isUnsaved: isDirty, description: add.unsaved, onDiscard: () => {} });
  const close = () => leave(onClose);

  const edit =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setChecked(null);
      setMissing(false);
    };
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    const entries = await entriesOfFile(chosen).catch((failure) => void toastFailure(add.checkFailed, failure));
    if (!entries) return;
    if (entries.length === 0) return void toast({ title: add.noEntries(chosen.name), tone: 'danger' });
    edit(setFile)({ name: chosen.name, entries });
  };
  const send = async (entries: readonly NewEntry[], isDryRun: boolean) => {
    const onProgress = (done: number) => setSending({ done, total: entries.length });
    onProgress(0);
    const source: AddRequest['source'] = file ? 'import' : entries.at(-1)?.line !== entries[0]?.line ? 'paste' : 'form';
    const result = await run(isDryRun ? add.checkFailed : add.failed, (signal) =>
      addEntries({ list, entries, source, isDryRun, onProgress, signal }),
    );
    if (!isDryRun) refreshEntries(client);
    return result;
  };
  const check = async () => {
    const typed = file ? file.entries : entriesOfLines(lines, kind === DETECT ? undefined : kind);
    if (typed.length === 0) return setMissing(true);
    const all = reason.trim();
    const entries = all ? typed.map((entry) => ({ reason: all, ...entry })) : typed;
    const result = await send(entries, true);
    if (result) setChecked({ entries, result });
  };
  const store = async ({ entries }: Checked) => {
    const result = await send(entries, false);
    if (!result) return;
    const { ids } = result;
    const undo = () =>
      removeEntries(list, ids)
        .then(() => refreshEntries(client))
        .catch((failure) => toastFailure(texts.restoreFailed, failure));
    toast({
      title: add.added(ids.length),
      tone: 'success',
      ...(ids.length > 0 && { action: { label: commonTexts.undo, onClick: undo } }),
    });
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending) checked ? store(checked) : check();
  };
  const isNothing = checked?.result.ids.length === 0;
  return (
    <Dialog
      onOpenChange={close}
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
            disabled={isNothing}
            onClick={(event) => event.detail > 1 && event.preventDefault()} // a double-click would add unread entries
          >
            {checked ? add.confirm(checked.result.ids.length) : add.check}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="space-y-4">
        {file ? (
          <Note
            action={
              <Button size="sm" onClick={() => edit(setFile)(null)}>
                {commonTexts.discard}
              </Button>
            }
          >
            {add.fromFile(file.name, file.entries.length)}
          </Note>
        ) : (
          <>
            <Field label={add.lines} help={add.linesHelp} {...(isMissing && { error: add.missing })}>
              <Textarea value={lines} dir="auto" onChange={({ target }) => edit(setLines)(target.value)} />
            </Field>
            <Field label={add.kind}>
              <Select
                value={kind}
                onChange={(next) => edit(setKind)(next as ContactKind)}
                options={[DETECT, ...CONTACT_KINDS].map((value) => ({
                  value,
                  label: value === DETECT ? add.detect : texts.kind(value),
                }))}
              />
            </Field>
          </>
        )}
        <Field label={add.reason} optional>
          <Input
            value={reason}
            dir="auto"
            maxLength={textLengths.contactReason}
            onChange={({ target }) => edit(setReason)(target.value)}
          />
        </Field>
        {!file && <FileButton onChoose={read} />}
        {checked && <Preview {...checked} />}
      </form>
      {question}
    </Dialog>
  );
}

function FileButton({ onChoose }: { onChoose: (file: File | undefined) => void }) {
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
        accept=".csv,.txt,text/csv"
        aria-label={add.file}
        onChange={({ target }) => onChoose(target.files?.[0])}
      />
    </>
  );
}

const MOST_SHOWN = 8;
const MOST_ERRORS = 20;

function Preview({ entries, result }: Checked) {
  const { errors, repeated, touched, leads } = result;
  const isAdminArea = useIsAdminArea();
  const section = useRef<HTMLElement>(null);
  useEffect(() => void section.current?.scrollIntoView({ block: 'nearest' }), []); // it may lie below the fold
  const failed = new Set(errors.map(({ line }) => line));
  const understood = entries.filter(({ line }) => !failed.has(line));
  const counts = CONTACT_KINDS.map((kind) => [kind, understood.filter((entry) => entry.kind === kind).length] as const);
  return (
    <section ref={section} aria-label={add.understood} className="space-y-3 text-sm">
      <h3 className="font-medium">{add.understood}</h3>
      <p role="status" className="flex flex-wrap gap-2">
        {counts.map(
          ([kind, count]) => count > 0 && <Badge key={kind}>{`${texts.kind(kind)}: ${formatNumber(count)}`}</Badge>,
        )}
        {repeated > 0 && <Badge>{add.repeated(repeated)}</Badge>}
        {errors.length > 0 && <Badge tone="danger">{add.errors(errors.length)}</Badge>}
      </p>
      {touched === null && <Note>{add.uncounted}</Note>}
      {touched !== null && touched > 0 && (
        <Note tone="warning">
          {add.touched(touched)}
          <ul className="mt-1">
            {leads.map(({ id, customerId, name, company }) => (
              <li key={id} className="truncate">
                <Link
                  to={`${recordPath(isAdminArea ? paths.adminLeads : paths.leads, 'leads', id)}&customer=${customerId}`}
                  target="_blank"
                  className="underline"
                >
                  {[name, company].filter(Boolean).join(' · ')}
                </Link>
              </li>
            ))}
            <Rest count={touched - leads.length} />
          </ul>
        </Note>
      )}
      <ul className="divide-y divide-border rounded-lg border border-border">
        {understood.slice(0, MOST_SHOWN).map(({ line, kind, value, reason }) => (
          <li key={`${line} ${kind} ${value}`} className="flex gap-2 px-3 py-1.5">
            <Badge className="shrink-0">{texts.kind(kind)}</Badge>
            <span dir="auto" className="wrap-anywhere min-w-0 flex-1">
              {value} {reason && <span className="text-muted">{reason}</span>}
            </span>
          </li>
        ))}
        {errors.slice(0, MOST_ERRORS).map(({ line, error }) => (
          <li key={`${line} ${error}`} className="flex gap-2 px-3 py-1.5 text-danger">
            <span className="shrink-0 tabular-nums">{add.line(line)}</span>
            <span className="wrap-anywhere min-w-0 flex-1">{error}</span>
          </li>
        ))}
        <Rest
          count={
            understood.length +
            errors.length -
            Math.min(understood.length, MOST_SHOWN) -
            Math.min(errors.length, MOST_ERRORS)
          }
        />
      </ul>
    </section>
  );
}

const Rest = ({ count }: { count: number }) =>
  count > 0 ? <li className="px-3 py-1.5 text-muted">{add.more(count)}</li> : null;
