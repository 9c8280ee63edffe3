import { NO_PASSWORD } from '@/features/auth/checks.ts';
import { CurrentPasswordField, NewPasswordFields } from '@/features/auth/password/password-fields.tsx';
import { commonTexts } from '@/lib/texts.ts';
import { Field } from '@/ui/field.tsx';
import { FormElement, SubmitButton, TextField } from '@/ui/form.tsx';
import { Input } from '@/ui/input.tsx';
import { useForm } from '@/ui/use-form.ts';
import { signInInvited, signUpInvited } from './acceptance-data.ts';
import { checkNewUser } from './checks.ts';
import { texts } from './texts.ts';
import type { Accept } from './use-acceptance.ts';

export function NewUserForm({ email, returnTo, accept }: { email: string; returnTo: string; accept: Accept }) {
  const form = useForm({
    initial: { fullName: '', ...NO_PASSWORD },
    validate: checkNewUser,
    submit: ({ fullName, password }) =>
      accept({
        signIn: () => signUpInvited({ email, password, fullName: fullName.trim() }, returnTo),
        success: texts.newUser.done,
        failure: commonTexts.signUpFailed,
      }),
  });
  return (
    <FormElement form={form} className="space-y-4 pt-6">
      <InvitedEmail email={email} />
      <TextField form={form} name="fullName" label={texts.fields.fullName} autoComplete="name" required />
      <NewPasswordFields form={form} label={texts.fields.password} />
      <SubmitButton form={form} className="mt-2">
        {texts.newUser.submit}
      </SubmitButton>
    </FormElement>
  );
}

export function ExistingUserForm({ email, accept }: { email: string; accept: Accept }) {
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) => (password === '' ? { password: texts.existingUser.passwordMissing } : {}),
    submit: ({ password }) =>
      accept({
        signIn: () => signInInvited(email, password),
        success: texts.accepted,
        failure: commonTexts.signInFailed,
      }),
  });
  return (
    <FormElement form={form} className="space-y-4 pt-6">
      <InvitedEmail email={email} />
      <CurrentPasswordField form={form} email={email} />
      <SubmitButton form={form} className="mt-2">
        {texts.existingUser.submit}
      </SubmitButton>
    </FormElement>
  );
}

/** The invited email, read-only; password managers read it. */
function InvitedEmail({ email }: { email: string }) {
  return (
    <Field label={texts.fields.email} help={texts.fields.emailHelp}>
      <Input name="email" type="email" autoComplete="username" value={email} readOnly />
    </Field>
  );
}
