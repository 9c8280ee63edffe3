import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2, Unlink } from 'lucide-react';
import { useState } from 'react';
import { readAnew } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toastFailure } from '../../ui/toast.ts';
import { waysInQuery } from '../auth/data.ts';
import { providerName } from '../auth/provider-names.ts';
import { AccountSection } from './account-section.tsx';
import { type Identity, identities, linkProvider, unlinkIdentity } from './data.ts';
import { UnreadNote } from './unread-note.tsx';

export function LinkedAccountsSection() {
  const reading = useQuery(identities);
  return (
    <AccountSection title="Linked accounts" state="The ways by which you can sign in.">
      <UnreadNote what="Your linked accounts" reading={reading} />
      {reading.isPending && <Skeleton className="h-12 rounded-lg" />}
      {reading.data && <Accounts linked={reading.data} />}
    </AccountSection>
  );
}

/** The accounts that are linked, and then those that can be. */
function Accounts({ linked }: { linked: Identity[] }) {
  const { data: ways } = useQuery(waysInQuery);
  const offered = ways?.providers.filter((provider) => !linked.some((one) => one.provider === provider));
  return (
    <ul className="divide-y divide-border rounded-lg border border-border empty:hidden">
      {linked.map((identity) => (
        <LinkedAccount key={identity.identity_id} identity={identity} removable={linked.length > 1} />
      ))}
      {offered?.map((provider) => (
        <OfferedAccount key={provider} provider={provider} />
      ))}
    </ul>
  );
}

const LINE = 'flex min-h-12 items-center justify-between gap-3 px-3 py-1.5';

function OfferedAccount({ provider }: { provider: string }) {
  const [busy, setBusy] = useState(false);
  const name = providerName(provider);
  const link = async () => {
    setBusy(true);
    try {
      await linkProvider(provider);
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

function LinkedAccount({ identity, removable }: { identity: Identity; removable: boolean }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const name = providerName(identity.provider);
  const unlink = async () => {
    setBusy(true);
    try {
      await unlinkIdentity(identity);
      await readAnew(client, identities.queryKey);
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
