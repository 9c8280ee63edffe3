import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2, Unlink } from 'lucide-react';
import { useState } from 'react';
import { readAnew } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.ts';
import { waysIn } from '../auth/data.ts';
import { providerName } from '../auth/provider-names.ts';
import { AccountSection } from './account-section.tsx';
import { type Identity, identities, linkProvider, unlinkIdentity } from './data.ts';

export function LinkedAccountsSection() {
  const { data: linked = [], error } = useQuery(identities);
  const { data: ways } = useQuery({ queryKey: ['ways in'], queryFn: waysIn });
  const [busy, setBusy] = useState<string>();
  const link = async (provider: string) => {
    setBusy(provider);
    try {
      await linkProvider(provider);
    } catch (refusal) {
      setBusy(undefined);
      toast({ title: 'Error linking account', description: (refusal as Error).message, variant: 'destructive' });
    }
  };
  const offered = (ways?.providers ?? []).filter((provider) => !linked.some((one) => one.provider === provider));
  return (
    <AccountSection title="Linked accounts" state="The ways by which you can sign in.">
      {error && <Note tone="danger">{error.message}</Note>}
      <ul className="divide-y divide-border rounded-lg border border-border empty:hidden">
        {linked.map((identity) => (
          <LinkedAccount key={identity.identity_id} identity={identity} removable={linked.length > 1} />
        ))}
        {offered.map((provider) => (
          <li key={provider} className="flex min-h-12 items-center justify-between gap-3 px-3 py-1.5">
            <span className="text-sm">{providerName(provider)}</span>
            <Button
              size="sm"
              icon={Link2}
              busy={busy === provider}
              onClick={() => link(provider)}
              aria-label={`Link ${providerName(provider)}`}
            >
              Link
            </Button>
          </li>
        ))}
      </ul>
    </AccountSection>
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
      toast({ title: 'Error unlinking account', description: (error as Error).message, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="flex min-h-12 items-center justify-between gap-3 px-3 py-1.5">
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
