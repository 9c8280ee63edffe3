import { useQuery } from '@tanstack/react-query';
import { Ban, Columns3, Copy, ListFilter, RefreshCw, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { CustomField } from '#domain/custom-fields.ts';
import type { FieldChange, FieldFilter, Scope } from '@/features/lists/filters.ts';
import { texts as listTexts } from '@/features/lists/texts.ts';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import type { TableName } from '@/lib/list-keys.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Input } from '@/ui/input.tsx';
import { Menu, MenuCheck, MenuItem } from '@/ui/menu.tsx';
import { Select } from '@/ui/select.tsx';
import { fieldsQuery } from './data.ts';
import { isRestorable } from './field.ts';
import { texts } from './texts.ts';
import { onlyCustomer, useFieldColumns } from './use-field-columns.ts';

const ManageFields = lazyPart('ManageFields', () => import('./manage-fields.tsx'));

type FieldControlsProps = {
  table: TableName;
  scope: Scope;
  onFilter: (change: FieldChange) => void;
};

/** The columns and the filter of custom fields, where a list has rows of one customer, and the filter by changes. */
export function FieldControls({ table, scope, onFilter }: FieldControlsProps) {
  const isAdminArea = useIsAdminArea();
  const customerId = onlyCustomer(scope.customers);
  const { fields, shown, toggle } = useFieldColumns(customerId, table);
  const [open, setOpen] = useState<'filter' | 'manage'>();
  const { field, changed, suppressed, duplicate } = scope;
  const close = () => setOpen(undefined);
  const { data: stored } = useQuery({ ...fieldsQuery(customerId ?? '', table), enabled: customerId !== null });
  const isRestorableHere = isAdminArea && customerId !== null && stored?.some(isRestorable);
  const filtered = fields.find(({ key }) => key === field?.key);
  return (
    <>
      <Button
        icon={RefreshCw}
        aria-pressed={changed === true}
        variant={changed ? 'primary' : 'secondary'}
        onClick={() => onFilter((current) => ({ changed: !current.changed }))}
      >
        {listTexts.changedButton}
      </Button>
      {table === 'leads' && (
        <Button
          icon={Ban}
          aria-pressed={suppressed === true}
          variant={suppressed ? 'primary' : 'secondary'}
          onClick={() => onFilter((current) => ({ suppressed: !current.suppressed }))}
        >
          {listTexts.suppressedButton}
        </Button>
      )}
      {isAdminArea && (
        <Button
          icon={Copy}
          aria-pressed={duplicate === true}
          variant={duplicate ? 'primary' : 'secondary'}
          onClick={() => onFilter((current) => ({ duplicate: !current.duplicate }))}
        >
          {listTexts.duplicateButton}
        </Button>
      )}
      {(fields.length > 0 || isRestorableHere) && (
        <Menu align="start" trigger={<Button icon={Columns3}>{texts.columns}</Button>}>
          {fields.map((one) => (
            <MenuCheck key={one.key} checked={shown.includes(one)} onChange={() => toggle(one)}>
              {one.label}
            </MenuCheck>
          ))}
          {isAdminArea && <MenuItem onSelect={() => setOpen('manage')}>{texts.manage.open}</MenuItem>}
        </Menu>
      )}
      {field ? (
        <Button
          icon={X}
          aria-label={texts.filter.remove(filtered?.label ?? field.key, field.value)}
          onClick={() => onFilter({ field: undefined })}
        >
          <span className="max-w-48 truncate">{texts.filter.active(filtered?.label ?? field.key, field.value)}</span>
        </Button>
      ) : (
        fields.length > 0 && (
          <Button icon={ListFilter} onClick={() => setOpen('filter')}>
            {texts.filter.open}
          </Button>
        )
      )}
      {open === 'filter' && (
        <FilterDialog fields={fields} onApply={(next) => onFilter({ field: next })} onClose={close} />
      )}
      {open === 'manage' && customerId && <ManageFields customerId={customerId} table={table} onClose={close} />}
    </>
  );
}

type FilterDialogProps = {
  fields: readonly CustomField[];
  onApply: (filter: FieldFilter) => void;
  onClose: () => void;
};

function FilterDialog({ fields, onApply, onClose }: FilterDialogProps) {
  const [key, setKey] = useState(fields[0]?.key ?? '');
  const [isEmpty, setEmpty] = useState(true);
  const [value, setValue] = useState('');
  const isReady = isEmpty || value.trim() !== '';
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    onApply({ key, value: isEmpty ? null : value.trim() });
    onClose();
  };
  return (
    <FormDialog
      form={{ onSubmit }}
      title={texts.filter.open}
      submitLabel={texts.filter.apply}
      disabled={!isReady}
      onClose={onClose}
    >
      <Field label={texts.filter.field}>
        <Select value={key} onChange={setKey} options={fields.map((one) => ({ value: one.key, label: one.label }))} />
      </Field>
      <Field label={texts.filter.condition}>
        <Select
          value={isEmpty ? 'empty' : 'is'}
          onChange={(next) => setEmpty(next === 'empty')}
          options={[
            { value: 'empty', label: texts.filter.isEmpty },
            { value: 'is', label: texts.filter.is },
          ]}
        />
      </Field>
      {!isEmpty && (
        <Field label={texts.filter.value}>
          <Input value={value} dir="auto" onChange={({ target }) => setValue(target.value)} />
        </Field>
      )}
    </FormDialog>
  );
}
