import { checkCode, plainCode } from '@/features/auth/checks.ts';
import { buttonClass } from '@/ui/button.tsx';
import { CopyField } from '@/ui/copy-field.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { useForm } from '@/ui/use-form.ts';
import { type NewFactor, verifyFactor } from './data.ts';
import { FormButtons } from './form-buttons.tsx';

export type TwoFactorSetupProps = { factor: NewFactor; onDone: () => Promise<void>; onCancel: () => void };

/** A code to scan, or to type, and the first answer of the app. */
export function TwoFactorSetup({ factor: { id, totp }, onDone, onCancel }: TwoFactorSetupProps) {
  const { formRef, busy, submitError, onSubmit, errorOf, inputProps } = useForm({
    initial: { code: '' },
    validate: checkCode,
    submit: async ({ code }) => {
      await verifyFactor(id, plainCode(code));
      await onDone();
    },
  });
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4">
      <div className="grid gap-5 sm:grid-cols-[11rem_minmax(0,1fr)]">
        {/* On white in the dark as well: cameras want the contrast. */}
        <img
          src={totp.qr_code}
          alt="QR code for your authenticator app"
          className="size-44 rounded-md border border-border bg-scan p-2 max-sm:mx-auto"
        />
        <div className="space-y-4">
          <p className="text-muted text-sm">
            Scan the code with an authenticator app such as 1Password, Google Authenticator or Authy, or type the key.
          </p>
          <a href={totp.uri} className={buttonClass('secondary', 'md', 'pointer-fine:hidden')}>
            Open in your authenticator app
          </a>
          <CopyField label="Key" value={totp.secret} />
          <Field label="Code" help="Six digits, from the app." error={errorOf('code') ?? submitError}>
            {(control) => (
              <Input {...control} {...inputProps('code')} inputMode="numeric" autoComplete="one-time-code" autoFocus />
            )}
          </Field>
        </div>
      </div>
      <FormButtons label="Turn on" busy={busy} onCancel={onCancel} />
    </form>
  );
}
