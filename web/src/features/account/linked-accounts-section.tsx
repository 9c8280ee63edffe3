import type { User } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2, Unlink } from 'lucide-react';
import { signInMethodsQuery } from '@/features/auth/data.ts';
import { providerName } from '@/features/auth/provider-names.ts';
import { invalidate } from '@/lib/query-client.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { AccountSection, SectionError } from './account-section.tsx';
import { type Identity, identities, linkProvider, unlinkIdentity } from './data.ts';
import { useReauthentication } from './reauthentication.tsx';
import { texts } from './texts.ts';

const { linked: linkedTexts } = texts;

export function LinkedAccountsSection({ user }: { user: User }) {
  const query = useQuery(identities);
  const { run, form } = useReauthentication(user);
  return (
    <AccountSection title={linkedTexts.title} state={linkedTexts.description}>
      <SectionError what={linkedTexts.what} query={query} />
      {query.isPending && <Skeleton className="h-12 rounded-lg" />}
      {form}
      {!form && query.data && <Accounts linked={query.data} run={run} />}
    </AccountSection>
  );
}

type Run = ReturnType<typeof useReauthentication>['run'];

/** The linked accounts, and then the providers that can be linked. Neither can be changed for an account that a company manages. */
function Accounts({ linked, run }: { linked: Identity[]; run: Run }) {
  const { data: methods } = useQuery(signInMethodsQuery);
  const isManaged = linked.some(({ provider }) => provider.startsWith('sso:'));
  const unlinked = methods?.providers.filter((provider) => !linked.some((identity) => identity.provider === provider));
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
      {!isManaged && unlinked?.map((provider) => <UnlinkedProvider key={provider} provider={provider} run={run} />)}
    </ul>
  );
}

const ROW = 'flex min-h-12 items-center justify-between gap-3 px-3 py-1.5';

function UnlinkedProvider({ provider, run }: { provider: string; run: Run }) {
  const { save, isSaving } = useSave({
    write: () => run(() => linkProvider(provider)),
    failure: linkedTexts.linkFailed,
  });
  const name = providerName(provider);
  return (
    <li className={ROW}>
      <span className="text-sm">{name}</span>
      <Button size="sm" icon={Link2} busy={isSaving} onClick={() => save()} aria-label={linkedTexts.linkOne(name)}>
        {linkedTexts.link}
      </Button>
    </li>
  );
}

function LinkedAccount({ identity, removable, run }: { identity: Identity; removable: boolean; run: Run }) {
  const client = useQueryClient();
  const unlink = async () => {
    await unlinkIdentity(identity);
    await invalidate(client, identities.queryKey);
  };
  const { save, isSaving } = useSave({ write: () => run(unlink), failure: linkedTexts.unlinkFailed });
  const name = providerName(identity.provider);
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <p className="text-sm">{name}</p>
        <p className="truncate text-muted text-xs">{String(identity.identity_data?.email ?? '')}</p>
      </div>
      {removable && (
        <Button size="sm" icon={Unlink} busy={isSaving} onClick={() => save()} aria-label={linkedTexts.unlinkOne(name)}>
          {linkedTexts.unlink}
        </Button>
      )}
    </li>
  );
}
