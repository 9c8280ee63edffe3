import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { textLengths } from '#domain/limits.ts';
import { checkName, plainName } from '#domain/name.ts';
import { invalidate } from '@/lib/query-client.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { FormButtons } from '@/ui/form-buttons.tsx';
import { Input } from '@/ui/input.tsx';
import { useForm } from '@/ui/use-form.ts';
import { AccountSection } from './account-section.tsx';
import { changeName } from './data.ts';
import { texts } from './texts.ts';

export function NameSection({ user }: { user: User }) {
  const [isChanging, setChanging] = useState(false);
  const { full_name: stored } = user.user_metadata;
  const name = typeof stored === 'string' ? plainName(stored) : '';
  return (
    <AccountSection
      title={texts.name.title}
      state={<span dir="auto">{name || texts.name.none}</span>}
      action={
        !isChanging && <Button onClick={() => setChanging(true)}>{name ? texts.name.change : texts.name.add}</Button>
      }
    >
      {isChanging && <NameForm current={name} onClose={() => setChanging(false)} />}
    </AccountSection>
  );
}

function NameForm({ current, onClose }: { current: string; onClose: () => void }) {
  const { save } = useSave({
    write: changeName,
    refresh: (client) => invalidate(client),
    success: { title: texts.name.saved },
    failure: texts.name.failed,
  });
  const { formRef, busy, onSubmit, errorOf, inputProps } = useForm({
    initial: { name: current },
    validate: (given) => checkName(given, { missing: texts.name.missing, most: textLengths.fullName }),
    submit: async ({ name }) => {
      if (plainName(name) === current || (await save(plainName(name)))) onClose();
    },
  });
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4">
      <Field label={texts.name.label} error={errorOf('name')}>
        {(control) => <Input {...control} {...inputProps('name')} dir="auto" autoComplete="name" autoFocus required />}
      </Field>
      <FormButtons label={texts.name.save} busy={busy} onCancel={onClose} />
    </form>
  );
}
