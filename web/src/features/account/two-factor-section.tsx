import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../lib/format.ts';
import { readAnew } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast, toastFailure } from '../../ui/toast.ts';
import { AccountSection } from './account-section.tsx';
import { beginFactor, type Factor, factors, type NewFactor, removeFactor } from './data.ts';
import { TwoFactorSetup } from './two-factor-setup.tsx';
import { UnreadNote } from './unread-note.tsx';

export function TwoFactorSection() {
  const client = useQueryClient();
  const reading = useQuery(factors);
  const [begun, setBegun] = useState<NewFactor>();
  const [busy, setBusy] = useState(false);
  const [factor] = reading.data ?? [];
  const begin = async () => {
    setBusy(true);
    try {
      setBegun(await beginFactor());
    } catch (refusal) {
      toastFailure('Error setting up two-factor sign-in', refusal);
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
      state={reading.isPending ? <Skeleton className="my-1 h-3 w-60" /> : reading.data && standing(factor)}
      action={
        !begun &&
        reading.data &&
        (factor ? (
          <RemoveFactor factor={factor} />
        ) : (
          <Button icon={ShieldCheck} busy={busy} onClick={begin}>
            Set up
          </Button>
        ))
      }
    >
      <UnreadNote what="Your second factor" reading={reading} />
      {begun && <TwoFactorSetup factor={begun} onDone={finish} onCancel={() => setBegun(undefined)} />}
    </AccountSection>
  );
}

function standing(factor: Factor | undefined): string {
  if (!factor) return 'Ask for a code from an authenticator app as well.';
  return `On since ${formatMoment(new Date(factor.created_at))}.`;
}

function RemoveFactor({ factor }: { factor: Factor }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    await removeFactor(factor.id);
    await readAnew(client, factors.queryKey);
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>Remove</Button>
      {isAsking && (
        <ConfirmAction
          title="Remove two-factor sign-in?"
          description="From then on your password alone opens the account."
          confirmLabel="Remove two-factor"
          danger
          act={remove}
          done={{ title: 'Two-factor sign-in is off' }}
          failed="Error removing two-factor sign-in"
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
