import type { User } from '@supabase/auth-js';
import { textLengths } from '#domain/limits.ts';
import { checkName, plainName } from '#domain/name.ts';
import { hasPassword } from '@/features/auth/checks.ts';
import { ChangePasswordForm } from '@/features/auth/password/change-password-form.tsx';
import { useSession } from '@/features/session/session.tsx';
import { config } from '@/lib/config.ts';
import { leaveForms } from '@/lib/leave-guard.ts';
import { invalidate } from '@/lib/query-client.ts';
import { useSave } from '@/lib/use-save.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { FormButtons, FormElement, TextField } from '@/ui/form.tsx';
import { Note } from '@/ui/note.tsx';
import { useUnsavedForm } from '@/ui/unsaved-changes.tsx';
import { useForm } from '@/ui/use-form.ts';
import { SettingSection } from './account-section.tsx';
import { changeEmail, changeName } from './data.ts';
import { DigestSection } from './digest-section.tsx';
import { EmailsSection } from './emails-section.tsx';
import { LinkedAccountsSection } from './linked-accounts-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { texts } from './texts.ts';
import { TwoFactorSection } from './two-factor-section.tsx';

export function AccountDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Dialog onOpenChange={() => leaveForms(onClose)} {...texts.dialog}>
      {config.publicDemo ? <Note>{texts.publicDemo}</Note> : <Sections user={user} />}
    </Dialog>
  );
}

function Sections({ user }: { user: User }) {
  return (
    <>
      <NameSection user={user} />
      <EmailSection user={user} />
      <PasswordSection user={user} />
      <TwoFactorSection user={user} />
      <LinkedAccountsSection user={user} />
      <DigestSection user={user} />
      <EmailsSection />
      <SessionsSection />
    </>
  );
}

function NameSection({ user: { user_metadata } }: { user: User }) {
  const { full_name: stored } = user_metadata;
  const name = typeof stored === 'string' ? plainName(stored) : '';
  return (
    <SettingSection
      title={texts.name.title}
      state={<span dir="auto">{name || texts.name.none}</span>}
      change={name ? texts.name.change : texts.name.add}
      form={(close) => <NameForm current={name} onClose={close} />}
    />
  );
}

function NameForm({ current, onClose }: { current: string; onClose: () => void }) {
  const { save } = useSave({
    write: changeName,
    refresh: (client) => invalidate(client),
    success: { title: texts.name.saved },
    failure: texts.name.failed,
  });
  const form = useForm({
    initial: { name: current },
    validate: (values) => checkName(values, { missing: texts.name.missing, maxLength: textLengths.fullName }),
    submit: async ({ name }) => {
      if (plainName(name) === current || (await save(plainName(name)))) onClose();
    },
  });
  const { question, close } = useUnsavedForm(form, onClose);
  return (
    <FormElement form={form}>
      <TextField form={form} name="name" label={texts.name.label} dir="auto" autoComplete="name" autoFocus required />
      <FormButtons label={texts.name.save} busy={form.busy} onCancel={close} />
      {question}
    </FormElement>
  );
}

function EmailSection({ user: { email, new_email } }: { user: User }) {
  return (
    <SettingSection
      title={texts.email.title}
      state={email}
      change={texts.email.change}
      form={(close) => <EmailForm current={email} onClose={close} />}
    >
      {new_email && (
        <Note tone="info" title={texts.email.confirmTitle}>
          {texts.email.confirm(email, new_email)}
        </Note>
      )}
    </SettingSection>
  );
}

function EmailForm({ current, onClose }: { current: string | undefined; onClose: () => void }) {
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => {
      if (email.trim() === '') return { email: texts.email.missing };
      return email.trim().toLowerCase() === current ? { email: texts.email.same } : {};
    },
    submit: async ({ email }) => {
      await changeEmail(email.trim());
      onClose();
    },
    failsAt: 'email',
  });
  const { question, close } = useUnsavedForm(form, onClose);
  return (
    <FormElement form={form}>
      <TextField
        form={form}
        name="email"
        label={texts.email.label}
        type="email"
        autoComplete="email"
        autoFocus
        required
      />
      <FormButtons label={texts.email.save} busy={form.busy} onCancel={close} />
      {question}
    </FormElement>
  );
}

function PasswordSection({ user }: { user: User }) {
  const isSet = hasPassword(user);
  return (
    <SettingSection
      title={texts.password.title}
      state={isSet ? texts.password.set : texts.password.notSet}
      change={isSet ? texts.password.change : texts.password.add}
      form={(close) => <ChangePasswordForm email={user.email ?? ''} hasPassword={isSet} onClose={close} />}
    />
  );
}
