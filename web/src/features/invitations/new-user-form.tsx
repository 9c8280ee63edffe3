import { NewPasswordFields, NO_PASSWORD } from '@/features/auth/new-password-fields.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { useEntries } from '@/ui/use-entries.ts';
import { checkNewUser } from './checks.ts';
import { InvitedEmail } from './invited-email.tsx';
import { signUpInvited } from './joining-data.ts';
import type { Join } from './use-joining.ts';

export type NewUserFormProps = { email: string; returnTo: string; join: Join };

export function NewUserForm({ email, returnTo, join }: NewUserFormProps) {
  const entering = useEntries({
    initial: { fullName: '', ...NO_PASSWORD },
    check: checkNewUser,
    submit: ({ fullName, password }) =>
      join({
        comeIn: () => signUpInvited({ email, password, fullName: fullName.trim() }, returnTo),
        welcome: 'Account created successfully! Welcome aboard!',
        failure: 'Error signing up',
      }),
  });
  const { form, busy, onSubmit, errorOf, entry } = entering;
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="space-y-4 pt-6">
      <InvitedEmail email={email} />
      <Field label="Full name" error={errorOf('fullName')}>
        {(control) => <Input {...control} {...entry('fullName')} autoComplete="name" required />}
      </Field>
      <NewPasswordFields entering={entering} label="Password" />
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-2 w-full">
        Create account
      </Button>
    </form>
  );
}
