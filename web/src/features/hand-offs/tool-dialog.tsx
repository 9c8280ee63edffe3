import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { moved } from '#domain/campaign/steps.ts';
import { type LeadField, leadFields, type Tool, type ToolColumn, toolLimits } from '#domain/hand-off/tools.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Input } from '@/ui/input.tsx';
import { Select } from '@/ui/select.tsx';
import { useUnsavedChanges } from '@/ui/unsaved-changes.tsx';
import { deleteTool, refreshHandOffs, saveTool } from './data.ts';
import { texts } from './texts.ts';

const words = texts.tool;
const BRACES = ['{{ }}', '{ }', '[ ]', '% %'].map((value) => ({ value, label: value.replace(' ', 'Step1Message') }));
const FIELDS = Object.entries(leadFields).map(([value, label]) => ({ value, label }));
const EMAIL_TEXTS = Object.entries(words.emailTexts).map(([value, label]) => ({ value, label }));
const FIRST_COLUMNS: ToolColumn[] = [
  { header: 'Email', field: 'email' },
  { header: 'FirstName', field: 'first_name' },
  { header: 'LastName', field: 'last_name' },
  { header: 'LinkedInUrl', field: 'linkedin_profile_url' },
];

type ToolDialogProps = {
  /** Undefined for a new one. */
  tool: Tool | undefined;
  onSaved: (id: string) => void;
  onClose: () => void;
};

/** Describes a tool of the agency: the columns that it reads, in their order. */
export function ToolDialog({ tool, onSaved, onClose }: ToolDialogProps) {
  const [name, setName] = useState(tool?.name ?? '');
  const [columns, setColumns] = useState<readonly ToolColumn[]>(tool?.columns ?? FIRST_COLUMNS);
  const [braces, setBraces] = useState(tool?.braces.join(' ') ?? '{{ }}');
  const [emailText, setEmailText] = useState(tool?.emailText ?? 'html');
  const [rowsPerFile, setRowsPerFile] = useState(String(tool?.rowsPerFile ?? ''));
  const [isTried, setTried] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const dialog = useRef<HTMLDivElement>(null);
  const values = JSON.stringify({ name, columns, braces, emailText, rowsPerFile });
  const [initial] = useState(values);
  const unsaved = useUnsavedChanges({
    isUnsaved: values !== initial,
    description: words.unsaved,
    onDiscard: () => {},
  });
  const close = () => unsaved.leave(onClose);
  const errors = {
    name: name.trim() === '' ? words.errors.name : undefined,
    rows: /^([1-9]\d{2,6})?$/.test(rowsPerFile.trim()) ? undefined : words.errors.rows,
    headers: headersError(columns.map(({ header }) => header.trim())),
  };
  const shown = isTried ? errors : { name: undefined, rows: undefined, headers: undefined };
  const { save, isSaving } = useSave({
    write: () =>
      saveTool({
        ...(tool && { id: tool.id }),
        name: name.trim(),
        columns: columns.map((column) => ({ ...column, header: column.header.trim() })),
        braces: braces.split(' ') as Tool['braces'],
        emailText,
        rowsPerFile: rowsPerFile.trim() === '' ? null : Number(rowsPerFile),
      }),
    refresh: refreshHandOffs,
    success: { title: words.saved },
    failure: words.failed,
  });
  const submit = async () => {
    flushSync(() => setTried(true));
    if (errors.name || errors.rows || errors.headers) {
      return dialog.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    }
    const saved = await save();
    if (!saved) return;
    onSaved(saved.result);
    onClose();
  };
  const change = (place: number, part: Partial<ToolColumn>) =>
    setColumns(columns.map((column, index) => (index === place ? { ...column, ...part } : column)));

  return (
    <Dialog
      onOpenChange={close}
      size="lg"
      title={tool ? words.editTitle : words.newTitle}
      footer={
        <>
          {tool && (
            <Button icon={Trash2} className="mr-auto" onClick={() => setDeleting(true)}>
              {words.delete}
            </Button>
          )}
          <Button onClick={close}>{commonTexts.cancel}</Button>
          <Button variant="primary" busy={isSaving} onClick={submit}>
            {words.save}
          </Button>
        </>
      }
    >
      <div ref={dialog} className="space-y-4">
        <Field label={words.name} {...(shown.name && { error: shown.name })}>
          <Input value={name} maxLength={toolLimits.name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <fieldset>
          <legend className="mb-1.5 font-medium text-sm">{words.columns}</legend>
          <ol className="space-y-2">
            {columns.map(({ header, field, isRequired = false }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
              <li key={place} className="flex flex-wrap items-center gap-2">
                <Input
                  aria-label={words.header(place + 1)}
                  aria-invalid={shown.headers?.place === place || undefined}
                  value={header}
                  maxLength={toolLimits.header}
                  onChange={(event) => change(place, { header: event.target.value })}
                  className="w-auto! min-w-0 flex-1 basis-36"
                />
                <Select
                  label={words.field(place + 1)}
                  value={field}
                  onChange={(chosen) => change(place, { field: chosen as LeadField })}
                  options={FIELDS}
                  className="w-auto! min-w-0 flex-1 basis-36"
                />
                <span className="flex items-center gap-2 text-sm">
                  <Checkbox
                    label={words.required(place + 1)}
                    checked={isRequired}
                    onChange={(required) => change(place, { isRequired: required })}
                  />
                  <span aria-hidden>{words.requiredShort}</span>
                </span>
                <IconButton
                  label={words.up(place + 1)}
                  icon={ArrowUp}
                  disabled={place === 0}
                  onClick={() => setColumns(moved(columns, place, place - 1))}
                />
                <IconButton
                  label={words.remove(place + 1)}
                  icon={Trash2}
                  onClick={() => setColumns(columns.filter((_, index) => index !== place))}
                />
              </li>
            ))}
          </ol>
          {shown.headers && (
            <p role="alert" className="mt-1.5 text-danger text-xs">
              {shown.headers.text}
            </p>
          )}
          {columns.length < toolLimits.columns && (
            <Button
              size="sm"
              icon={Plus}
              className="mt-2"
              onClick={() => setColumns([...columns, { header: '', field: 'name' }])}
            >
              {words.add}
            </Button>
          )}
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label={words.braces}>
            <Select value={braces} onChange={setBraces} options={BRACES} />
          </Field>
          <Field label={words.emailText}>
            <Select
              value={emailText}
              onChange={(chosen) => setEmailText(chosen as Tool['emailText'])}
              options={EMAIL_TEXTS}
            />
          </Field>
          <Field label={words.rowsPerFile} help={words.rowsHint} {...(shown.rows && { error: shown.rows })}>
            <Input inputMode="numeric" value={rowsPerFile} onChange={(event) => setRowsPerFile(event.target.value)} />
          </Field>
        </div>
      </div>
      {unsaved.question}
      {tool && isDeleting && (
        <ConfirmAction
          {...words.deletion(tool.name)}
          danger
          write={() => deleteTool(tool.id)}
          refresh={refreshHandOffs}
          onSaved={onClose}
          onClose={() => setDeleting(false)}
        />
      )}
    </Dialog>
  );
}

/** What is wrong with the headers, and the column in which, from 0. */
function headersError(headers: readonly string[]): { text: string; place?: number } | undefined {
  if (headers.length === 0) return { text: words.errors.noColumn };
  const empty = headers.indexOf('');
  if (empty >= 0) return { text: words.errors.noHeader(empty + 1), place: empty };
  const lower = headers.map((header) => header.toLowerCase());
  const place = lower.findIndex((header, index) => lower.indexOf(header) < index);
  return place < 0 ? undefined : { text: words.errors.header(headers[place] ?? ''), place };
}
