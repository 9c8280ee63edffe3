import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { CustomField } from '#domain/custom-fields.ts';
import { useSort } from '@/features/lists/filter-bar.tsx';
import type { FieldChange, FieldFilter, Scope } from '@/features/lists/filters.ts';
import type { ReviewTable } from '@/features/lists/table.ts';
import { texts as listTexts } from '@/features/lists/texts.ts';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Input } from '@/ui/input.tsx';
import { Menu, MenuCheck, MenuChoice, MenuHeading, MenuItem } from '@/ui/menu.tsx';
import { Select } from '@/ui/select.tsx';
import { fieldsQuery } from './data.ts';
import { isRestorable } from './field.ts';
import { texts } from './texts.ts';
import { onlyCustomer, useFieldColumns } from './use-field-columns.ts';

const ManageFields = lazyPart('ManageFields', () => import('./manage-fields.tsx'));

type ListMenuProps = {
  table: ReviewTable;
  scope: Scope;
  onFilter: (change: FieldChange) => void;
};

/**
 * Order, filters and columns of a list, in one menu that takes the same place whatever the list has. The filters that are set are beside it, each with a
 * button to remove it.
 */
export function ListMenu({ table, scope, onFilter }: ListMenuProps) {
  const isAdminArea = useIsAdminArea();
  const customerId = onlyCustomer(scope.customers);
  const { fields, shown, toggle } = useFieldColumns(customerId, table.name);
  const [sort, changeSort] = useSort(table);
  const [open, setOpen] = useState<'filter' | 'manage'>();
  const { field } = scope;
  const close = () => setOpen(undefined);
  const { data: stored } = useQuery({ ...fieldsQuery(customerId ?? '', table.name), enabled: customerId !== null });
  const isRestorableHere = isAdminArea && customerId !== null && stored?.some(isRestorable);
  const filtered = fields.find(({ key }) => key === field?.key);
  const toggles = [
    { key: 'changed', label: listTexts.changedButton },
    { key: 'unread', label: listTexts.unreadButton },
    ...(table.name === 'leads' ? [{ key: 'suppressed', label: listTexts.suppressedButton } as const] : []),
    ...(isAdminArea ? [{ key: 'duplicate', label: listTexts.duplicateButton } as const] : []),
  ] as const;
  const set = (key: (typeof toggles)[number]['key']) => onFilter((current) => ({ [key]: !current[key] || undefined }));
  return (
    <>
      <Menu align="end" trigger={<Button icon={SlidersHorizontal}>{listTexts.view}</Button>}>
        <MenuChoice
          label={listTexts.sortLabel}
          value={sort}
          onChange={changeSort}
          options={table.sorts.map((value) => ({ value, label: listTexts.sortName(value) }))}
        />
        <MenuHeading>{listTexts.filtersLabel}</MenuHeading>
        {toggles.map(({ key, label }) => (
          <MenuCheck key={key} checked={Boolean(scope[key])} onChange={() => set(key)}>
            {label}
          </MenuCheck>
        ))}
        {fields.length > 0 && <MenuItem onSelect={() => setOpen('filter')}>{texts.filter.open}</MenuItem>}
        {(fields.length > 0 || isRestorableHere) && <MenuHeading>{texts.columns}</MenuHeading>}
        {fields.map((one) => (
          <MenuCheck key={one.key} checked={shown.includes(one)} onChange={() => toggle(one)}>
            {one.label}
          </MenuCheck>
        ))}
        {isAdminArea && (fields.length > 0 || isRestorableHere) && (
          <MenuItem onSelect={() => setOpen('manage')}>{texts.manage.open}</MenuItem>
        )}
      </Menu>
      {toggles
        .filter(({ key }) => scope[key])
        .map(({ key, label }) => (
          <Button key={key} icon={X} aria-label={listTexts.removeFilter(label)} onClick={() => set(key)}>
            {label}
          </Button>
        ))}
      {field && (
        <Button
          icon={X}
          aria-label={texts.filter.remove(filtered?.label ?? field.key, field.value)}
          onClick={() => onFilter({ field: undefined })}
        >
          <span className="max-w-48 truncate">{texts.filter.active(filtered?.label ?? field.key, field.value)}</span>
        </Button>
      )}
      {open === 'filter' && (
        <FilterDialog fields={fields} onApply={(next) => onFilter({ field: next })} onClose={close} />
      )}
      {open === 'manage' && customerId && <ManageFields customerId={customerId} table={table.name} onClose={close} />}
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
