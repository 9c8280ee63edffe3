import type { User } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCodeForm } from '@/features/auth/password/code-field.tsx';
import { formatMoment } from '@/lib/format.ts';
import { invalidate } from '@/lib/query-client.ts';
import { toast } from '@/lib/toast.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { CopyField } from '@/ui/copy-field.tsx';
import { FormButtons, FormElement, oneTimeCode, TextField } from '@/ui/form.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { AccountSection, SectionError } from './account-section.tsx';
import { enrollFactor, type Factor, factors, type NewFactor, removeFactor, verifyFactor } from './data.ts';
import { useReauthentication } from './reauthentication.tsx';
import { texts } from './texts.ts';

const { twoFactor, setup } = texts;

export function TwoFactorSection({ user }: { user: User }) {
  const client = useQueryClient();
  const query = useQuery(factors);
  const { run, form } = useReauthentication(user);
  const [newFactor, setNewFactor] = useState<NewFactor>();
  const [isRemoving, setRemoving] = useState(false);
  const [factor] = query.data ?? [];
  const refresh = () => invalidate(client, factors.queryKey);
  const setUp = useSave({
    write: () => run(async () => setNewFactor(await enrollFactor())),
    failure: twoFactor.setUpFailed,
  });
  const finish = async () => {
    await refresh();
    setNewFactor(undefined);
    toast({ title: twoFactor.turnedOn, description: twoFactor.turnedOnHint, tone: 'success' });
  };
  const remove = async ({ id }: Factor) => {
    await removeFactor(id);
    await refresh();
    toast({ title: twoFactor.turnedOff, tone: 'success' });
  };
  return (
    <AccountSection
      title={twoFactor.title}
      state={query.isPending ? <Skeleton className="my-1 h-3 w-60" /> : query.data && factorState(factor)}
      action={
        !newFactor &&
        !form &&
        query.data &&
        (factor ? (
          <Button onClick={() => setRemoving(true)}>{twoFactor.turnOff}</Button>
        ) : (
          <Button icon={ShieldCheck} busy={setUp.isSaving} onClick={() => setUp.save()}>
            {twoFactor.setUp}
          </Button>
        ))
      }
    >
      <SectionError what={twoFactor.what} query={query} />
      {form}
      {newFactor && <TwoFactorSetup factor={newFactor} onDone={finish} onCancel={() => setNewFactor(undefined)} />}
      {factor && isRemoving && (
        <ConfirmAction
          {...twoFactor.turningOff}
          danger
          write={() => run(() => remove(factor))}
          onClose={() => setRemoving(false)}
        />
      )}
    </AccountSection>
  );
}

const factorState = (factor: Factor | undefined) =>
  factor ? twoFactor.onSince(formatMoment(new Date(factor.created_at))) : twoFactor.off;

type TwoFactorSetupProps = { factor: NewFactor; onDone: () => Promise<void>; onCancel: () => void };

/** Shows the QR code and the key of a new factor, and asks for the app's first code. */
function TwoFactorSetup({ factor: { id, totp }, onDone, onCancel }: TwoFactorSetupProps) {
  const form = useCodeForm(async (code) => {
    await verifyFactor(id, code);
    await onDone();
  });
  const { formRef } = form;
  // The code to scan is above the field that gets the focus.
  useEffect(() => {
    formRef.current?.querySelector<HTMLElement>('[name=code]')?.focus({ preventScroll: true });
    formRef.current?.scrollIntoView({ block: 'start' });
  }, [formRef]);
  return (
    <FormElement form={form}>
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
          <TextField form={form} name="code" label={setup.code} help={setup.codeHelp} {...oneTimeCode} />
        </div>
      </div>
      <FormButtons label={setup.turnOn} busy={form.busy} onCancel={onCancel} />
    </FormElement>
  );
}
