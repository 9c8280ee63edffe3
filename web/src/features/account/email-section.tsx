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
import { texts } from './texts.ts';

const { email } = texts;

export function EmailSection({ user }: { user: User }) {
  const [isChanging, setChanging] = useState(false);
  const close = () => setChanging(false);
  return (
    <AccountSection
      title={email.title}
      state={user.email}
      action={!isChanging && <Button onClick={() => setChanging(true)}>{email.change}</Button>}
    >
      {isChanging ? (
        <EmailForm current={user.email ?? ''} onClose={close} />
      ) : (
        user.new_email && (
          <Note tone="info" title={email.confirmTitle}>
            {email.confirm(user.email, user.new_email)}
          </Note>
        )
      )}
    </AccountSection>
  );
}

function EmailForm({ current, onClose }: { current: string; onClose: () => void }) {
  const { formRef, busy, submitError, onSubmit, errorOf, inputProps } = useForm({
    initial: { email: '' },
    validate: (given) => {
      if (given.email.trim() === '') return { email: email.missing };
      return given.email.trim().toLowerCase() === current ? { email: email.same } : {};
    },
    submit: async (given) => {
      await changeEmail(given.email.trim());
      onClose();
    },
  });
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4">
      <Field label={email.label} error={errorOf('email') ?? submitError}>
        {(control) => (
          <Input {...control} {...inputProps('email')} type="email" autoComplete="email" autoFocus required />
        )}
      </Field>
      <FormButtons label={email.save} busy={busy} onCancel={onClose} />
    </form>
  );
}
