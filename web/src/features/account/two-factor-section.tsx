import type { User } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '@/lib/format.ts';
import { invalidate } from '@/lib/query-client.ts';
import { toast } from '@/lib/toast.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { AccountSection, SectionError } from './account-section.tsx';
import { enrollFactor, type Factor, factors, type NewFactor, removeFactor } from './data.ts';
import { useReauthentication } from './reauthentication.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

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
    failure: 'Error setting up two-factor sign-in',
  });
  const finish = async () => {
    await refresh();
    setNewFactor(undefined);
    toast({
      title: 'Two-factor sign-in is on',
      description: 'Signing in now asks for a code as well.',
      tone: 'success',
    });
  };
  const remove = async ({ id }: Factor) => {
    await removeFactor(id);
    await refresh();
    toast({ title: 'Two-factor sign-in is off', tone: 'success' });
  };
  return (
    <AccountSection
      title="Two-factor sign-in"
      state={query.isPending ? <Skeleton className="my-1 h-3 w-60" /> : query.data && stateOf(factor)}
      action={
        !newFactor &&
        !form &&
        query.data &&
        (factor ? (
          <Button onClick={() => setRemoving(true)}>Remove</Button>
        ) : (
          <Button icon={ShieldCheck} busy={setUp.isSaving} onClick={() => setUp.save()}>
            Set up
          </Button>
        ))
      }
    >
      <SectionError what="Your second factor" query={query} />
      {form}
      {newFactor && <TwoFactorSetup factor={newFactor} onDone={finish} onCancel={() => setNewFactor(undefined)} />}
      {factor && isRemoving && (
        <ConfirmAction
          title="Remove two-factor sign-in?"
          description="You’ll sign in with your password only."
          confirmLabel="Remove two-factor"
          danger
          write={() => run(() => remove(factor))}
          failure="Error removing two-factor sign-in"
          onClose={() => setRemoving(false)}
        />
      )}
    </AccountSection>
  );
}

function stateOf(factor: Factor | undefined): string {
  if (!factor) return 'Ask for a code from an authenticator app when you sign in.';
  return `On since ${formatMoment(new Date(factor.created_at))}.`;
}
