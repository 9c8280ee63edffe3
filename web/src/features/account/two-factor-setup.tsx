import { useEffect } from 'react';
import { checkCode, plainCode } from '@/features/auth/checks.ts';
import { buttonClass } from '@/ui/button.tsx';
import { CopyField } from '@/ui/copy-field.tsx';
import { Field } from '@/ui/field.tsx';
import { FormButtons } from '@/ui/form-buttons.tsx';
import { Input } from '@/ui/input.tsx';
import { useForm } from '@/ui/use-form.ts';
import { type NewFactor, verifyFactor } from './data.ts';
import { texts } from './texts.ts';

const { setup } = texts;

export type TwoFactorSetupProps = { factor: NewFactor; onDone: () => Promise<void>; onCancel: () => void };

/** Shows the QR code and the key of a new factor, and asks for the app's first code. */
export function TwoFactorSetup({ factor: { id, totp }, onDone, onCancel }: TwoFactorSetupProps) {
  const { formRef, busy, submitError, onSubmit, errorOf, inputProps } = useForm({
    initial: { code: '' },
    validate: checkCode,
    submit: async ({ code }) => {
      await verifyFactor(id, plainCode(code));
      await onDone();
    },
  });
  // The code to scan is above the field that gets the focus.
  useEffect(() => {
    formRef.current?.querySelector<HTMLElement>('[name=code]')?.focus({ preventScroll: true });
    formRef.current?.scrollIntoView({ block: 'start' });
  }, [formRef]);
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4">
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[11rem_minmax(0,1fr)]">
        {/* White in dark mode, too: cameras need the contrast. */}
        <img
          src={totp.qr_code}
          alt={setup.qrCode}
          className="size-44 rounded-md border border-border bg-scan p-2 max-sm:mx-auto"
        />
        <div className="space-y-4">
          <p className="text-muted text-sm">{setup.scan}</p>
          <a href={totp.uri} className={buttonClass('secondary', 'md', 'pointer-fine:hidden')}>
            {setup.open}
          </a>
          <CopyField label={setup.key} value={totp.secret} />
          <Field label={setup.code} help={setup.codeHelp} error={errorOf('code') ?? submitError}>
            {(control) => (
              <Input {...control} {...inputProps('code')} inputMode="numeric" autoComplete="one-time-code" />
            )}
          </Field>
        </div>
      </div>
      <FormButtons label={setup.turnOn} busy={busy} onCancel={onCancel} />
    </form>
  );
}
