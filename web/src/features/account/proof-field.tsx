import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import type { useEntries } from '@/ui/use-entries.ts';
import type { Shown } from './checks.ts';

export type ProofFieldProps = {
  entering: Pick<ReturnType<typeof useEntries<{ proof: string }>>, 'entry' | 'errorOf'>;
  shown: Shown;
  /** Where the code was sent. */
  email: string;
  onWantCode: () => void;
};

/** The current password or, for whoever does not know it, a code by email. */
export function ProofField({ entering: { entry, errorOf }, shown, email, onWantCode }: ProofFieldProps) {
  if (shown === 'nothing') return null;
  if (shown === 'code') {
    return (
      <Field key="code" label="Code" help={`We have sent it to ${email}.`} error={errorOf('proof')}>
        {(control) => (
          <Input {...control} {...entry('proof')} inputMode="numeric" autoComplete="one-time-code" autoFocus required />
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
        <Input {...control} {...entry('proof')} type="password" autoComplete="current-password" autoFocus required />
      )}
    </Field>
  );
}
