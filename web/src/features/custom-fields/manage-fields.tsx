import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { logFailure } from '@/lib/failure.ts';
import { useLeaveGuard, useUnloadWarning } from '@/lib/leave-guard.ts';
import { listKeys, type TableName } from '@/lib/list-keys.ts';
import { invalidate } from '@/lib/query-client.ts';
import { useSave } from '@/lib/use-save.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { LoadError } from '@/ui/error-state.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Input } from '@/ui/input.tsx';
import { useUnsavedChanges } from '@/ui/unsaved-changes.tsx';
import { fieldsKey, fieldsQuery, removeValues, updateField, valueCount } from './data.ts';
import { isLive, isRestorable, type StoredField } from './field.ts';
import { texts } from './texts.ts';
import { usingSteps } from './using-steps-data.ts';

const { manage } = texts;

type ManageFieldsProps = { customerId: string; table: TableName; onClose: () => void };

/** The custom fields of a customer: renames, removes and restores them. */
export function ManageFields({ customerId, table, onClose }: ManageFieldsProps) {
  const client = useQueryClient();
  const { data: fields, error, isError, refetch } = useQuery(fieldsQuery(customerId, table));
  const [removing, setRemoving] = useState<StoredField>();
  const isExpired = fields?.some((field) => !isLive(field) && !isRestorable(field)) ?? false;
  useEffect(() => {
    if (!isExpired) return;
    removeValues(customerId).then(
      () => invalidate(client, fieldsKey),
      (failure: unknown) => logFailure('Error removing values', failure),
    );
  }, [isExpired, customerId, client]);
  const { save } = useSave({
    write: ({ id, ...change }: { id: string; label?: string; removed_at?: string | null }) => updateField(id, change),
    refresh: (cache) => {
      invalidate(cache, listKeys(table).all);
      return invalidate(cache, fieldsKey);
    },
    success: (_, { id, label, removed_at }) => ({
      title: label ? manage.renamed : removed_at ? manage.removed : manage.restored,
      ...(removed_at && { action: { label: manage.restoreShort, onClick: () => save({ id, removed_at: null }) } }),
    }),
    failure: manage.failed,
  });
  const { type, saveTyped, failed, leave, question } = useTypedName((id, label) => save({ id, label }));
  const close = () =>
    leave(() => {
      saveTyped();
      onClose();
    });
  const removed = fields?.filter(isRestorable) ?? [];
  return (
    <Dialog onOpenChange={close} title={manage.title} description={manage.hint}>
      {isError && <LoadError what={manage.what} error={error} onRetry={refetch} />}
      {fields?.every((field) => !isLive(field)) && <p className="text-muted text-sm">{manage.none}</p>}
      <ul className="space-y-2">
        {fields?.filter(isLive).map((field) => (
          <li key={field.id} className="flex flex-wrap items-center gap-2">
            <Input
              aria-label={manage.label(field.label)}
              defaultValue={field.label}
              maxLength={200}
              dir="auto"
              className="min-w-0 flex-1"
              onChange={({ target }) => type({ field, text: target.value })}
              onKeyDown={({ key, currentTarget }) => {
                if (key !== 'Enter') return;
                if (failed.includes(field.id)) saveTyped({ field, text: currentTarget.value });
                currentTarget.blur();
              }}
              onBlur={({ target }) => {
                if (target.value.trim() === '') target.value = field.label;
                saveTyped();
              }}
            />
            <code className="w-24 shrink-0 truncate text-muted text-xs sm:w-40" title={manage.key(field.key)}>
              {manage.key(field.key)}
            </code>
            <span className="w-20 shrink-0">{field.isInternal && <Badge>{texts.agencyOnly}</Badge>}</span>
            <IconButton label={manage.remove(field.label)} icon={Trash2} onClick={() => setRemoving(field)} />
          </li>
        ))}
      </ul>
      {removed.length > 0 && (
        <section className="mt-6">
          <h3 className="font-medium text-sm">{manage.removedTitle}</h3>
          <p className="mb-2 text-muted text-xs">{manage.removedHint}</p>
          <ul className="space-y-2">
            {removed.map(({ id, label }) => (
              <li key={id} className="flex items-center justify-between gap-2 text-sm">
                <span className="truncate" dir="auto">
                  {label}
                </span>
                <Button
                  size="sm"
                  icon={Undo2}
                  aria-label={manage.restore(label)}
                  onClick={() => save({ id, removed_at: null })}
                >
                  {manage.restoreShort}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {question}
      {removing && (
        <RemoveField
          field={removing}
          customerId={customerId}
          table={table}
          onConfirm={() => save({ id: removing.id, removed_at: new Date().toISOString() })}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Dialog>
  );
}

type TypedName = { field: StoredField; text: string };

/**
 * The name that is being typed. It is saved when its input loses the focus, and when the dialog closes or the user goes to another page before that.
 * A name that could not be saved stays in its input, and needs a confirmation to be discarded.
 */
function useTypedName(save: (id: string, label: string) => Promise<unknown>) {
  const [typed, setTyped] = useState<TypedName>();
  /** The ids of the fields whose new names could not be saved. */
  const [failed, setFailed] = useState<readonly string[]>([]);
  const clear = (id: string) => setFailed((ids) => ids.filter((other) => other !== id));
  const isUnsaved = isNewName(typed);
  const saveTyped = async (name = typed) => {
    setTyped(undefined);
    if (!isNewName(name)) return;
    const { id } = name.field;
    clear(id);
    if (!(await save(id, name.text.trim()))) setFailed((ids) => [...ids, id]);
  };
  const type = (name: TypedName) => {
    setTyped(name);
    clear(name.field.id);
  };
  useUnloadWarning(isUnsaved);
  useLeaveGuard(isUnsaved, (proceed) => {
    saveTyped();
    proceed();
  });
  const description = manage.unsaved;
  const unsaved = useUnsavedChanges({ isUnsaved: failed.length > 0, description, onDiscard: () => setFailed([]) });
  return { type, saveTyped, failed, ...unsaved };
}

const isNewName = (name?: TypedName): name is TypedName =>
  name !== undefined && !['', name.field.label].includes(name.text.trim());

type RemoveFieldProps = ManageFieldsProps & { field: StoredField; onConfirm: () => void };

function RemoveField({ field, customerId, table, onConfirm, onClose }: RemoveFieldProps) {
  const { data: filled } = useQuery(valueCount(customerId, table, field.key));
  const isVariable = table === 'leads' && !field.isInternal;
  const { data: steps = [] } = useQuery({ ...usingSteps(customerId, field.key), enabled: isVariable });
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={manage.confirmTitle(field.label)}
      description={manage.confirm(table, filled)}
      confirmLabel={manage.confirmLabel}
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
    >
      {steps.length > 0 && (
        <>
          <p className="text-sm">{manage.usedBy}</p>
          <ul className="mt-1 list-disc pl-5 text-sm">
            {steps.map(({ id, step_number, campaigns }) => (
              <li key={id}>{manage.step(step_number, <bdi>{campaigns.name}</bdi>)}</li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}
