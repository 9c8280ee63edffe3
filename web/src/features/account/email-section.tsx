import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { FormButtons } from '@/ui/form-buttons.tsx';
import { Input } from '@/ui/input.tsx';
import { Note } from '@/ui/note.tsx';
import { useForm } from '@/ui/use-form.ts';
import { AccountSection } from './account-section.tsx';
import { changeEmail } from './data.ts';

export function EmailSection({ user }: { user: User }) {
  const [isChanging, setChanging] = useState(false);
  const close = () => setChanging(false);
  return (
    <AccountSection
      title="Email"
      state={user.email}
      action={!isChanging && <Button onClick={() => setChanging(true)}>Change email</Button>}
    >
      {isChanging ? (
        <EmailForm current={user.email ?? ''} onClose={close} />
      ) : (
        user.new_email && (
          <Note tone="info" title="Confirm the change in both inboxes">
            Open the links that we sent to {user.email} and to {user.new_email}. Your email changes after that.
          </Note>
        )
      )}
    </AccountSection>
  );
}

function EmailForm({ current, onClose }: { current: string; onClose: () => void }) {
  const { formRef, busy, submitError, onSubmit, errorOf, inputProps } = useForm({
    initial: { email: '' },
    validate: ({ email }) => {
      if (email.trim() === '') return { email: 'Enter the new email' };
      return email.trim().toLowerCase() === current ? { email: 'This is already your email' } : {};
    },
    submit: async ({ email }) => {
      await changeEmail(email.trim());
      onClose();
    },
  });
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4">
      <Field label="New email" error={errorOf('email') ?? submitError}>
        {(control) => (
          <Input {...control} {...inputProps('email')} type="email" autoComplete="email" autoFocus required />
        )}
      </Field>
      <FormButtons label="Save email" busy={busy} onCancel={onClose} />
    </form>
  );
}
