import type { User } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '@/lib/format.ts';
import { invalidate } from '@/lib/query-client.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { AccountSection } from './account-section.tsx';
import { beginFactor, type Factor, factors, type NewFactor, removeFactor } from './data.ts';
import { TwoFactorSetup } from './two-factor-setup.tsx';
import { UnreadNote } from './unread-note.tsx';
import { useReauthentication } from './use-reauthentication.tsx';

export function TwoFactorSection({ user }: { user: User }) {
  const client = useQueryClient();
  const reading = useQuery(factors);
  const { run, form } = useReauthentication(user);
  const [begun, setBegun] = useState<NewFactor>();
  const [busy, setBusy] = useState(false);
  const [factor] = reading.data ?? [];
  const begin = async () => {
    setBusy(true);
    try {
      await run(async () => setBegun(await beginFactor()));
    } catch (refusal) {
      toastFailure('Error setting up two-factor sign-in', refusal);
    } finally {
      setBusy(false);
    }
  };
  const finish = async () => {
    await invalidate(client, factors.queryKey);
    setBegun(undefined);
    toast({
      title: 'Two-factor sign-in is on',
      description: 'Signing in now asks for a code as well.',
      tone: 'success',
    });
  };
  const remove = async ({ id }: Factor) => {
    await removeFactor(id);
    await invalidate(client, factors.queryKey);
    toast({ title: 'Two-factor sign-in is off', tone: 'success' });
  };
  return (
    <AccountSection
      title="Two-factor sign-in"
      state={reading.isPending ? <Skeleton className="my-1 h-3 w-60" /> : reading.data && standing(factor)}
      action={
        !begun &&
        !form &&
        reading.data &&
        (factor ? (
          <RemoveFactor remove={() => run(() => remove(factor))} />
        ) : (
          <Button icon={ShieldCheck} busy={busy} onClick={begin}>
            Set up
          </Button>
        ))
      }
    >
      <UnreadNote what="Your second factor" reading={reading} />
      {form}
      {begun && <TwoFactorSetup factor={begun} onDone={finish} onCancel={() => setBegun(undefined)} />}
    </AccountSection>
  );
}

function standing(factor: Factor | undefined): string {
  if (!factor) return 'Ask for a code from an authenticator app as well.';
  return `On since ${formatMoment(new Date(factor.created_at))}.`;
}

function RemoveFactor({ remove }: { remove: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await remove();
      setAsking(false);
    } catch (error) {
      toastFailure('Error removing two-factor sign-in', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>Remove</Button>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title="Remove two-factor sign-in?"
          description="From then on your password alone opens the account."
          confirmLabel="Remove two-factor"
          danger
          busy={busy}
          onConfirm={confirm}
        />
      )}
    </>
  );
}
