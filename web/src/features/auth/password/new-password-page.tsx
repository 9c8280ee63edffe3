import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { LoadingScreen } from '@/features/session/notice-page.tsx';
import { useSession } from '@/features/session/session.tsx';
import { usePageTitle } from '@/lib/page-title.ts';
import { commonTexts } from '@/lib/texts.ts';
import { toast } from '@/lib/toast.ts';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { FormElement, HiddenEmail, SubmitButton, TextField } from '@/ui/form.tsx';
import { Note } from '@/ui/note.tsx';
import { useForm } from '@/ui/use-form.ts';
import { AuthFrame, CallbackNote } from '../auth-frame.tsx';
import { checkNewPassword, NO_PASSWORD } from '../checks.ts';
import { texts as confirmTexts } from '../confirm/texts.ts';
import { changePassword, requestPasswordReset, verifyRecoveryCode } from '../data.ts';
import { SecondFactorPage } from '../second-step/second-factor.tsx';
import { texts as authTexts } from '../texts.ts';
import { CodeField, useCodeForm } from './code-field.tsx';
import { NewPasswordFields } from './password-fields.tsx';
import { texts } from './texts.ts';

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
  const form = useForm({
    initial: { email: fromLogin?.email ?? '' },
    validate: ({ email }) => (email.trim() === '' ? { email: authTexts.checks.email } : {}),
    submit: async ({ email }) => {
      await requestPasswordReset(email.trim());
      setSentTo(email.trim());
    },
    failsAt: 'email',
  });
  return (
    <AuthFrame title={newPassword.forgotTitle} description={newPassword.forgotHint}>
      {sentTo ? (
        <>
          <Note tone="info" icon={MailCheck} title={confirmTexts.inbox.title}>
            {confirmTexts.inbox.reset(<strong className="font-medium">{sentTo}</strong>)}
          </Note>
          <RecoveryCodeForm email={sentTo} />
        </>
      ) : (
        <>
          <CallbackNote />
          <FormElement form={form}>
            <TextField
              form={form}
              name="email"
              label={authTexts.fields.email}
              type="email"
              autoComplete="username"
              autoFocus
              required
            />
            <SubmitButton form={form}>{newPassword.sendLink}</SubmitButton>
          </FormElement>
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
  const form = useCodeForm((code) => verifyRecoveryCode(email, code));
  return (
    <FormElement form={form} className="mt-5 space-y-4">
      <CodeField form={form} name="code" help={newPassword.codeHelp} />
      <Button type="submit" size="lg" busy={form.busy} className="w-full">
        {commonTexts.continue}
      </Button>
    </FormElement>
  );
}

function ChooseNewPassword({ email }: { email: string }) {
  const navigate = useNavigate();
  const form = useForm({
    initial: NO_PASSWORD,
    validate: checkNewPassword,
    submit: async ({ password }) => {
      await changePassword(password);
      toast(newPassword.done);
      navigate(paths.home, { replace: true });
    },
  });
  return (
    <AuthFrame title={newPassword.chooseTitle} description={newPassword.chooseHint(email)}>
      <FormElement form={form}>
        <CallbackNote />
        {form.submitError && <Note tone="danger">{form.submitError}</Note>}
        <HiddenEmail email={email} />
        <NewPasswordFields form={form} />
        <SubmitButton form={form}>{newPassword.set}</SubmitButton>
      </FormElement>
    </AuthFrame>
  );
}
