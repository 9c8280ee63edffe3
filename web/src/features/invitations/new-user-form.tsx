import { NewPasswordFields, NO_PASSWORD } from '@/features/auth/new-password-fields.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { useForm } from '@/ui/use-form.ts';
import { checkNewUser } from './checks.ts';
import { InvitedEmail } from './invited-email.tsx';
import { signUpInvited } from './joining-data.ts';
import type { Join } from './use-joining.ts';

export type NewUserFormProps = { email: string; returnTo: string; join: Join };

export function NewUserForm({ email, returnTo, join }: NewUserFormProps) {
  const form = useForm({
    initial: { fullName: '', ...NO_PASSWORD },
    validate: checkNewUser,
    submit: ({ fullName, password }) =>
      join({
        comeIn: () => signUpInvited({ email, password, fullName: fullName.trim() }, returnTo),
        welcome: 'Account created successfully! Welcome aboard!',
        failure: 'Error signing up',
      }),
  });
  const { formRef, busy, onSubmit, errorOf, inputProps } = form;
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4 pt-6">
      <InvitedEmail email={email} />
      <Field label="Full name" error={errorOf('fullName')}>
        {(control) => <Input {...control} {...inputProps('fullName')} autoComplete="name" required />}
      </Field>
      <NewPasswordFields form={form} label="Password" />
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-2 w-full">
        Create account
      </Button>
    </form>
  );
}
