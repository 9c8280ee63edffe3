import type { User, UserIdentity } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2, Unlink } from 'lucide-react';
import { signInMethodsQuery } from '@/features/auth/data.ts';
import { providerName } from '@/features/auth/providers/provider-buttons.tsx';
import { invalidate } from '@/lib/query-client.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { AccountSection, SectionError, SectionList, SectionRow } from './account-section.tsx';
import { identities, linkProvider, unlinkIdentity } from './data.ts';
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

type AccountProps = { run: ReturnType<typeof useReauthentication>['run'] };

/** The linked accounts, and then the providers that can be linked. Neither can be changed for an account that a company manages. */
function Accounts({ linked, run }: AccountProps & { linked: UserIdentity[] }) {
  const { data: methods } = useQuery(signInMethodsQuery);
  const isManaged = linked.some(({ provider }) => provider.startsWith('sso:'));
  const unlinked = methods?.providers.filter((provider) => !linked.some((identity) => identity.provider === provider));
  return (
    <SectionList>
      {linked.map((identity) => (
        <LinkedAccount
          key={identity.identity_id}
          identity={identity}
          removable={linked.length > 1 && identity.provider !== 'email' && !isManaged}
          run={run}
        />
      ))}
      {!isManaged && unlinked?.map((provider) => <UnlinkedProvider key={provider} provider={provider} run={run} />)}
    </SectionList>
  );
}

function UnlinkedProvider({ provider, run }: AccountProps & { provider: string }) {
  const { save, isSaving } = useSave({
    write: () => run(() => linkProvider(provider)),
    failure: linkedTexts.linkFailed,
  });
  const name = providerName(provider);
  return (
    <SectionRow name={name}>
      <Button size="sm" icon={Link2} busy={isSaving} onClick={() => save()} aria-label={linkedTexts.linkOne(name)}>
        {linkedTexts.link}
      </Button>
    </SectionRow>
  );
}

function LinkedAccount({ identity, removable, run }: AccountProps & { identity: UserIdentity; removable: boolean }) {
  const client = useQueryClient();
  const unlink = async () => {
    await unlinkIdentity(identity);
    await invalidate(client, identities.queryKey);
  };
  const { save, isSaving } = useSave({ write: () => run(unlink), failure: linkedTexts.unlinkFailed });
  const name = providerName(identity.provider);
  return (
    <SectionRow name={name} detail={String(identity.identity_data?.email ?? '')}>
      {removable && (
        <Button size="sm" icon={Unlink} busy={isSaving} onClick={() => save()} aria-label={linkedTexts.unlinkOne(name)}>
          {linkedTexts.unlink}
        </Button>
      )}
    </SectionRow>
  );
}
