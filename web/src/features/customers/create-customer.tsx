import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { generatePath, useNavigate } from 'react-router';
import { textLengths } from '#domain/limits.ts';
import { checkName } from '#domain/name.ts';
import { useSession } from '@/features/session/session.tsx';
import { toast, toastFailure } from '@/lib/toast.ts';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Note } from '@/ui/note.tsx';
import { useForm } from '@/ui/use-form.ts';
import { createCustomer, isNameTaken, refreshCustomers } from './data.ts';

/** Makes a customer; a name that another one has is asked about once. */
export function CreateCustomer({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const formId = useId();
  const [taken, setTaken] = useState<string>();

  const create = async (name: string) => {
    try {
      if (!user) return;
      if (name !== taken && (await isNameTaken(name))) return setTaken(name);
      const { id } = await createCustomer(name, user.id);
      const openDetails = () => navigate(generatePath(paths.adminCustomer, { id }));
      const action = { label: 'View details', onClick: openDetails };
      toast({ title: 'Customer created', description: name, tone: 'success', action });
      await refreshCustomers(client);
      onClose();
    } catch (error) {
      toastFailure('Error creating customer', error);
    }
  };
  const { formRef, values, busy, onSubmit, errorOf, inputProps } = useForm({
    initial: { name: '' },
    validate: (given) => checkName(given, { missing: 'A name is required.', most: textLengths.customerName }),
    submit: (given) => create(given.name.trim()),
  });
  const isWarned = taken !== undefined && values.name.trim() === taken;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Create customer"
      description="An organization whose leads, companies and campaigns you manage."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy}>
            {isWarned ? 'Create anyway' : 'Create customer'}
          </Button>
        </>
      }
    >
      <form id={formId} ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4">
        <Field label="Customer name" error={errorOf('name')}>
          {(control) => (
            <Input
              {...control}
              {...inputProps('name')}
              dir="auto"
              placeholder="Northwind"
              autoComplete="off"
              required
            />
          )}
        </Field>
        {isWarned && (
          <Note tone="warning" title="There is already a customer of this name">
            Two customers called “{taken}” are hard to tell apart.
          </Note>
        )}
      </form>
    </Dialog>
  );
}
