import type { User } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2, Unlink } from 'lucide-react';
import { useState } from 'react';
import { waysInQuery } from '@/features/auth/data.ts';
import { providerName } from '@/features/auth/provider-names.ts';
import { invalidate } from '@/lib/query-client.ts';
import { toastFailure } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { AccountSection } from './account-section.tsx';
import { type Identity, identities, linkProvider, unlinkIdentity } from './data.ts';
import { UnreadNote } from './unread-note.tsx';
import { useReauthentication } from './use-reauthentication.tsx';

export function LinkedAccountsSection({ user }: { user: User }) {
  const reading = useQuery(identities);
  const { run, form } = useReauthentication(user);
  return (
    <AccountSection title="Linked accounts" state="The ways by which you can sign in.">
      <UnreadNote what="Your linked accounts" reading={reading} />
      {reading.isPending && <Skeleton className="h-12 rounded-lg" />}
      {form}
      {!form && reading.data && <Accounts linked={reading.data} run={run} />}
    </AccountSection>
  );
}

type Run = ReturnType<typeof useReauthentication>['run'];

/** The accounts that are linked, and then those that can be. A company’s account is managed by the company. */
function Accounts({ linked, run }: { linked: Identity[]; run: Run }) {
  const { data: ways } = useQuery(waysInQuery);
  const isManaged = linked.some(({ provider }) => provider.startsWith('sso:'));
  const offered = ways?.providers.filter((provider) => !linked.some((one) => one.provider === provider));
  return (
    <ul className="divide-y divide-border rounded-lg border border-border empty:hidden">
      {linked.map((identity) => (
        <LinkedAccount
          key={identity.identity_id}
          identity={identity}
          removable={linked.length > 1 && identity.provider !== 'email' && !isManaged}
          run={run}
        />
      ))}
      {!isManaged && offered?.map((provider) => <OfferedAccount key={provider} provider={provider} run={run} />)}
    </ul>
  );
}

const LINE = 'flex min-h-12 items-center justify-between gap-3 px-3 py-1.5';

function OfferedAccount({ provider, run }: { provider: string; run: Run }) {
  const [busy, setBusy] = useState(false);
  const name = providerName(provider);
  const link = async () => {
    setBusy(true);
    try {
      await run(() => linkProvider(provider));
    } catch (refusal) {
      setBusy(false);
      toastFailure('Error linking account', refusal);
    }
  };
  return (
    <li className={LINE}>
      <span className="text-sm">{name}</span>
      <Button size="sm" icon={Link2} busy={busy} onClick={link} aria-label={`Link ${name}`}>
        Link
      </Button>
    </li>
  );
}

function LinkedAccount({ identity, removable, run }: { identity: Identity; removable: boolean; run: Run }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const name = providerName(identity.provider);
  const unlink = async () => {
    setBusy(true);
    try {
      await run(async () => {
        await unlinkIdentity(identity);
        await invalidate(client, identities.queryKey);
      });
    } catch (error) {
      toastFailure('Error unlinking account', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className={LINE}>
      <div className="min-w-0">
        <p className="text-sm">{name}</p>
        <p className="truncate text-muted text-xs">{String(identity.identity_data?.email ?? '')}</p>
      </div>
      {removable && (
        <Button size="sm" icon={Unlink} busy={busy} onClick={unlink} aria-label={`Unlink ${name}`}>
          Unlink
        </Button>
      )}
    </li>
  );
}
