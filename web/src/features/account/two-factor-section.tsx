import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../lib/format.ts';
import { readAnew } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.ts';
import { AccountSection } from './account-section.tsx';
import { beginFactor, type Factor, factors, type NewFactor, removeFactor } from './data.ts';
import { TwoFactorSetup } from './two-factor-setup.tsx';

export function TwoFactorSection() {
  const client = useQueryClient();
  const { data: known, error } = useQuery(factors);
  const [begun, setBegun] = useState<NewFactor>();
  const [busy, setBusy] = useState(false);
  const [factor] = known ?? [];
  const begin = async () => {
    setBusy(true);
    try {
      setBegun(await beginFactor());
    } catch (refusal) {
      toast({
        title: 'Error setting up two-factor sign-in',
        description: (refusal as Error).message,
        variant: 'destructive',
      });
    } finally {
      setBusy(false);
    }
  };
  const finish = async () => {
    await readAnew(client, factors.queryKey);
    setBegun(undefined);
    toast({
      title: 'Two-factor sign-in is on',
      description: 'Signing in now asks for a code as well.',
      variant: 'success',
    });
  };
  return (
    <AccountSection
      title="Two-factor sign-in"
      state={
        factor
          ? `On since ${formatMoment(new Date(factor.created_at))}.`
          : 'Ask for a code from an authenticator app as well.'
      }
      action={
        !begun &&
        known &&
        (factor ? (
          <RemoveFactor factor={factor} />
        ) : (
          <Button icon={ShieldCheck} busy={busy} onClick={begin}>
            Set up
          </Button>
        ))
      }
    >
      {error && <Note tone="danger">{error.message}</Note>}
      {begun && <TwoFactorSetup factor={begun} onDone={finish} onCancel={() => setBegun(undefined)} />}
    </AccountSection>
  );
}

function RemoveFactor({ factor }: { factor: Factor }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await removeFactor(factor.id);
      await readAnew(client, factors.queryKey);
      toast({ title: 'Two-factor sign-in is off', variant: 'success' });
    } catch (error) {
      toast({
        title: 'Error removing two-factor sign-in',
        description: (error as Error).message,
        variant: 'destructive',
      });
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>Remove</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove two-factor sign-in?"
        description="From then on your password alone opens the account."
        confirmLabel="Remove two-factor"
        danger
        busy={busy}
        onConfirm={remove}
      />
    </>
  );
}
