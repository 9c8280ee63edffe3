import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { moved } from '#domain/campaign/steps.ts';
import { type LeadField, leadFields, type Tool, type ToolColumn, toolLimits } from '#domain/hand-off/tools.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { Field } from '@/ui/field.tsx';
import { TextField } from '@/ui/form.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Input } from '@/ui/input.tsx';
import { Select } from '@/ui/select.tsx';
import { useForm } from '@/ui/use-form.ts';
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

type ToolValues = {
  name: string;
  columns: readonly ToolColumn[];
  braces: string;
  emailText: Tool['emailText'];
  rowsPerFile: string;
};

/** Describes a tool of the agency: the columns that it reads, in their order. */
export function ToolDialog({ tool, onSaved, onClose }: ToolDialogProps) {
  const [isDeleting, setDeleting] = useState(false);
  const { save } = useSave({
    write: ({ name, columns, braces, emailText, rowsPerFile }: ToolValues) =>
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
  const form = useForm<ToolValues>({
    initial: {
      name: tool?.name ?? '',
      columns: tool?.columns ?? FIRST_COLUMNS,
      braces: tool?.braces.join(' ') ?? '{{ }}',
      emailText: tool?.emailText ?? 'html',
      rowsPerFile: String(tool?.rowsPerFile ?? ''),
    },
    validate: ({ name, columns, rowsPerFile }) => {
      const headers = headersError(columns);
      return {
        ...(name.trim() === '' && { name: words.errors.name }),
        ...(headers && { columns: headers.text }),
        ...(!/^([1-9]\d{2,6})?$/.test(rowsPerFile.trim()) && { rowsPerFile: words.errors.rows }),
      };
    },
    submit: async (values) => {
      const saved = await save(values);
      if (!saved) return;
      onSaved(saved.result);
      onClose();
    },
  });
  const { columns, braces, emailText } = form.values;
  const deleteButton = tool && (
    <Button icon={Trash2} className="mr-auto" onClick={() => setDeleting(true)}>
      {words.delete}
    </Button>
  );
  return (
    <FormDialog
      form={form}
      size="lg"
      title={tool ? words.editTitle : words.newTitle}
      aside={deleteButton}
      submitLabel={words.save}
      unsaved={words.unsaved}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={words.name} maxLength={toolLimits.name} />
      <ColumnFields
        columns={columns}
        error={form.fieldError('columns')}
        onChange={(next) => form.setValues({ columns: next })}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={words.braces}>
          <Select value={braces} onChange={(next) => form.setValues({ braces: next })} options={BRACES} />
        </Field>
        <Field label={words.emailText}>
          <Select
            value={emailText}
            onChange={(next) => form.setValues({ emailText: next as Tool['emailText'] })}
            options={EMAIL_TEXTS}
          />
        </Field>
        <TextField form={form} name="rowsPerFile" label={words.rowsPerFile} help={words.rowsHint} inputMode="numeric" />
      </div>
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
    </FormDialog>
  );
}

type ColumnFieldsProps = {
  columns: readonly ToolColumn[];
  error: string | undefined;
  onChange: (columns: readonly ToolColumn[]) => void;
};

/** The columns of a tool, each with its header, the field that fills it, and whether a row needs it. */
function ColumnFields({ columns, error, onChange }: ColumnFieldsProps) {
  const wrongPlace = error ? headersError(columns)?.index : undefined;
  const change = (changed: number, part: Partial<ToolColumn>) =>
    onChange(columns.map((column, index) => (index === changed ? { ...column, ...part } : column)));
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{words.columns}</legend>
      <ol className="space-y-2">
        {columns.map(({ header, field, isRequired = false }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their index
          <li key={index} className="flex flex-wrap items-center gap-2">
            <Input
              aria-label={words.header(index + 1)}
              aria-invalid={wrongPlace === index || undefined}
              value={header}
              maxLength={toolLimits.header}
              onChange={(event) => change(index, { header: event.target.value })}
              className="w-auto! min-w-0 flex-1 basis-36"
            />
            <Select
              label={words.field(index + 1)}
              value={field}
              onChange={(chosen) => change(index, { field: chosen as LeadField })}
              options={FIELDS}
              className="w-auto! min-w-0 flex-1 basis-36"
            />
            <span className="flex items-center gap-2 text-sm">
              <Checkbox
                label={words.required(index + 1)}
                checked={isRequired}
                onChange={(required) => change(index, { isRequired: required })}
              />
              <span aria-hidden>{words.requiredShort}</span>
            </span>
            <IconButton
              label={words.up(index + 1)}
              icon={ArrowUp}
              disabled={index === 0}
              onClick={() => onChange(moved(columns, index, index - 1))}
            />
            <IconButton
              label={words.remove(index + 1)}
              icon={Trash2}
              onClick={() => onChange(columns.filter((_, other) => other !== index))}
            />
          </li>
        ))}
      </ol>
      {error && (
        <p role="alert" className="mt-1.5 text-danger text-xs">
          {error}
        </p>
      )}
      {columns.length < toolLimits.columns && (
        <Button
          size="sm"
          icon={Plus}
          className="mt-2"
          onClick={() => onChange([...columns, { header: '', field: 'name' }])}
        >
          {words.add}
        </Button>
      )}
    </fieldset>
  );
}

/** The first error in the headers, with the index of its column. */
function headersError(columns: readonly ToolColumn[]): { text: string; index?: number } | undefined {
  const headers = columns.map(({ header }) => header.trim());
  if (headers.length === 0) return { text: words.errors.noColumn };
  const empty = headers.indexOf('');
  if (empty >= 0) return { text: words.errors.noHeader(empty + 1), index: empty };
  const lower = headers.map((header) => header.toLowerCase());
  const repeated = lower.findIndex((header, index) => lower.indexOf(header) < index);
  return repeated < 0 ? undefined : { text: words.errors.header(headers[repeated] ?? ''), index: repeated };
}
