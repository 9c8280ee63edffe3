import { useState } from 'react';
import { generatePath, useNavigate } from 'react-router';
import { textLengths } from '#domain/limits.ts';
import { checkName } from '#domain/name.ts';
import { useSession } from '@/features/session/session.tsx';
import { useSave } from '@/lib/use-save.ts';
import { paths } from '@/paths.ts';
import { TextField } from '@/ui/form.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Note } from '@/ui/note.tsx';
import { useForm } from '@/ui/use-form.ts';
import { createCustomer, isNameTaken, refreshCustomers } from './data.ts';
import { texts } from './texts.ts';

const { create } = texts;

export type CreateCustomerProps = {
  onClose: () => void;
  /** Receives the new customer's id, instead of a link to its page. */
  onCreated?: (id: string) => void;
};

/** Asks for confirmation once if another customer has the same name. */
export function CreateCustomer({ onClose, onCreated }: CreateCustomerProps) {
  const { user } = useSession();
  const navigate = useNavigate();
  const [taken, setTaken] = useState<string>();

  const { save } = useSave({
    write: async ({ name, createdBy }: { name: string; createdBy: string }) => {
      const isDuplicate = name !== taken && (await isNameTaken(name));
      return isDuplicate ? null : createCustomer(name, createdBy);
    },
    refresh: refreshCustomers,
    success: (id, { name }) =>
      id === null
        ? null
        : {
            title: create.created,
            description: name,
            ...(!onCreated && {
              action: { label: texts.viewDetails, onClick: () => navigate(generatePath(paths.adminCustomer, { id })) },
            }),
          },
    failure: create.failed,
  });
  const form = useForm({
    initial: { name: '' },
    validate: (values) => checkName(values, { missing: create.missing, maxLength: textLengths.customerName }),
    submit: async (values) => {
      if (!user) return;
      const name = values.name.trim();
      const saved = await save({ name, createdBy: user.id });
      if (saved?.result) {
        onCreated?.(saved.result);
        onClose();
      } else if (saved) setTaken(name);
    },
  });
  const isWarned = taken !== undefined && form.values.name.trim() === taken;
  return (
    <FormDialog
      form={form}
      title={create.title}
      description={create.description}
      submitLabel={isWarned ? create.submitAnyway : create.title}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={create.label}
        dir="auto"
        placeholder={create.placeholder}
        autoComplete="off"
        required
      />
      {isWarned && (
        <Note tone="warning" title={create.takenTitle}>
          {create.taken(taken)}
        </Note>
      )}
    </FormDialog>
  );
}
