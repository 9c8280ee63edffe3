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
import { texts } from './texts.ts';
import { TwoFactorSetup } from './two-factor-setup.tsx';

const { twoFactor } = texts;

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
    toast({
      title: twoFactor.turnedOn,
      description: twoFactor.turnedOnHint,
      tone: 'success',
    });
  };
  const remove = async ({ id }: Factor) => {
    await removeFactor(id);
    await refresh();
    toast({ title: twoFactor.turnedOff, tone: 'success' });
  };
  return (
    <AccountSection
      title={twoFactor.title}
      state={query.isPending ? <Skeleton className="my-1 h-3 w-60" /> : query.data && stateOf(factor)}
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
          title={twoFactor.turnOffTitle}
          description={twoFactor.turnOffHint}
          confirmLabel={twoFactor.turnOff}
          danger
          write={() => run(() => remove(factor))}
          failure={twoFactor.turnOffFailed}
          onClose={() => setRemoving(false)}
        />
      )}
    </AccountSection>
  );
}

function stateOf(factor: Factor | undefined): string {
  if (!factor) return twoFactor.off;
  return twoFactor.onSince(formatMoment(new Date(factor.created_at)));
}
