import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import type { Form } from '@/ui/use-form.ts';
import type { Shown } from './checks.ts';

export type ProofFieldProps = {
  form: Pick<Form<{ proof: string }>, 'inputProps' | 'errorOf'>;
  shown: Shown;
  /** Where the code was sent. */
  email: string;
  onWantCode: () => void;
};

/** The current password or, for whoever does not know it, a code by email. */
export function ProofField({ form: { inputProps, errorOf }, shown, email, onWantCode }: ProofFieldProps) {
  if (shown === 'nothing') return null;
  if (shown === 'code') {
    return (
      <Field key="code" label="Code" help={`We have sent it to ${email}.`} error={errorOf('proof')}>
        {(control) => (
          <Input
            {...control}
            {...inputProps('proof')}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
          />
        )}
      </Field>
    );
  }
  return (
    <Field
      key="current"
      label="Current password"
      error={errorOf('proof')}
      aside={
        <Button variant="ghost" size="sm" className="-mt-1" onClick={onWantCode}>
          Send me a code instead
        </Button>
      }
    >
      {(control) => (
        <Input
          {...control}
          {...inputProps('proof')}
          type="password"
          autoComplete="current-password"
          autoFocus
          required
        />
      )}
    </Field>
  );
}
