import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

/** The address that was invited: shown, read by password managers, and not to be changed. */
export function InvitedEmail({ email }: { email: string }) {
  return (
    <Field label="Email" help="The invitation is for this address.">
      {(control) => (
        <Input
          {...control}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
          className="bg-subtle! text-muted!"
        />
      )}
    </Field>
  );
}
