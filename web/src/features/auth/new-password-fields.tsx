import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import type { useEntries } from '@/ui/use-entries.ts';
import { type NewPasswordEntries, PASSWORD_MINIMUM } from './checks.ts';

export const NO_PASSWORD: NewPasswordEntries = { password: '', repeated: '' };

type Entering = ReturnType<typeof useEntries<NewPasswordEntries>>;

export type NewPasswordFieldsProps = {
  entering: Pick<Entering, 'entry' | 'errorOf'>;
  /** What the first field is called; the second says the same again. */
  label?: string;
};

/** A password that is chosen, typed twice. */
export function NewPasswordFields({ entering: { entry, errorOf }, label = 'New password' }: NewPasswordFieldsProps) {
  return (
    <>
      <Field label={label} help={`At least ${PASSWORD_MINIMUM} characters.`} error={errorOf('password')}>
        {(control) => (
          <Input
            {...control}
            {...entry('password')}
            type="password"
            autoComplete="new-password"
            minLength={PASSWORD_MINIMUM}
            required
          />
        )}
      </Field>
      <Field label={`Confirm ${label.toLowerCase()}`} error={errorOf('repeated')}>
        {(control) => (
          <Input {...control} {...entry('repeated')} type="password" autoComplete="new-password" required />
        )}
      </Field>
    </>
  );
}
