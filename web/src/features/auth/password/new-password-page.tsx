import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { LoadingScreen } from '@/features/session/loading-screen.tsx';
import { useSession } from '@/features/session/session.tsx';
import { usePageTitle } from '@/lib/page-title.ts';
import { commonTexts } from '@/lib/texts.ts';
import { toast } from '@/lib/toast.ts';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Note } from '@/ui/note.tsx';
import { useForm } from '@/ui/use-form.ts';
import { AuthFrame } from '../auth-frame.tsx';
import { CallbackNote } from '../callback-note.tsx';
import { checkCode, plainCode } from '../checks.ts';
import { SecondFactorPage } from '../second-factor.tsx';
import { texts } from '../texts.ts';
import { changePassword, requestPasswordReset, verifyRecoveryCode } from './data.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { checkNewPassword, NO_PASSWORD } from './rules.ts';

const { newPassword } = texts;

/** Mails a link to a signed-out user, and asks for the new password once the link was opened. */
export function NewPasswordPage() {
  usePageTitle(newPassword.title);
  const { loading, user, lacksSecondFactor } = useSession();
  if (loading) return <LoadingScreen />;
  if (!user) return <RequestLink />;
  return lacksSecondFactor ? <SecondFactorPage /> : <ChooseNewPassword email={user.email ?? ''} />;
}

function RequestLink() {
  const fromLogin = useLocation().state as { email?: string } | null;
  const [sentTo, setSentTo] = useState<string>();
  const { formRef, busy, submitError, onSubmit, errorOf, inputProps } = useForm({
    initial: { email: fromLogin?.email ?? '' },
    validate: ({ email }) => (email.trim() === '' ? { email: texts.checks.email } : {}),
    submit: async ({ email }) => {
      await requestPasswordReset(email.trim());
      setSentTo(email.trim());
    },
  });
  return (
    <AuthFrame title={newPassword.forgotTitle} description={newPassword.forgotHint}>
      {sentTo ? (
        <>
          <Note tone="info" icon={MailCheck} title={texts.inbox.title}>
            {texts.inbox.reset(<strong className="font-medium">{sentTo}</strong>)}
          </Note>
          <RecoveryCodeForm email={sentTo} />
        </>
      ) : (
        <>
          <CallbackNote />
          <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4">
            <Field label={texts.fields.email} error={errorOf('email') ?? submitError}>
              {(control) => (
                <Input {...control} {...inputProps('email')} type="email" autoComplete="username" autoFocus required />
              )}
            </Field>
            <Button type="submit" variant="primary" size="lg" busy={busy} className="w-full">
              {newPassword.sendLink}
            </Button>
          </form>
        </>
      )}
      <p className="mt-6 text-center">
        <Link to={paths.auth} className="rounded-sm font-medium text-accent-text text-sm hover:underline">
          {newPassword.back}
        </Link>
      </p>
    </AuthFrame>
  );
}

function RecoveryCodeForm({ email }: { email: string }) {
  const { formRef, busy, submitError, onSubmit, errorOf, inputProps } = useForm({
    initial: { code: '' },
    validate: checkCode,
    submit: ({ code }) => verifyRecoveryCode(email, plainCode(code)),
  });
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="mt-5 space-y-4">
      <Field label={texts.fields.code} help={newPassword.codeHelp} error={errorOf('code') ?? submitError}>
        {(control) => (
          <Input {...control} {...inputProps('code')} inputMode="numeric" autoComplete="one-time-code" autoFocus />
        )}
      </Field>
      <Button type="submit" size="lg" busy={busy} className="w-full">
        {commonTexts.continue}
      </Button>
    </form>
  );
}

function ChooseNewPassword({ email }: { email: string }) {
  const navigate = useNavigate();
  const form = useForm({
    initial: NO_PASSWORD,
    validate: checkNewPassword,
    submit: async ({ password }) => {
      await changePassword(password);
      toast({ title: newPassword.changed, description: newPassword.changedHint, tone: 'success' });
      navigate(paths.home, { replace: true });
    },
  });
  return (
    <AuthFrame title={newPassword.chooseTitle} description={newPassword.chooseHint(email)}>
      <form ref={form.formRef} noValidate onSubmit={form.onSubmit} className="space-y-4">
        <CallbackNote />
        {form.submitError && <Note tone="danger">{form.submitError}</Note>}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields form={form} />
        <Button type="submit" variant="primary" size="lg" busy={form.busy} className="w-full">
          {newPassword.set}
        </Button>
      </form>
    </AuthFrame>
  );
}
