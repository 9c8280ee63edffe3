import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { Suspense } from 'react';
import { formatNumber } from '@/lib/format.ts';
import { lazyCode } from '@/lib/lazy-code.tsx';
import { searchTermIn } from '@/lib/search-term.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { Button } from '@/ui/button.tsx';
import { LiveSearch } from '@/ui/live-search.tsx';
import { NoMatch } from '@/ui/no-match.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { userCount } from './data.ts';
import { PendingInvitations } from './pending-invitations.tsx';
import { texts } from './texts.ts';
import { UserList } from './user-list.tsx';

const InviteDialog = lazyCode('InviteDialog', () => import('@/features/invitations/inviting/invite-dialog.tsx'));

export function UsersPage() {
  const [inUrl, search] = useUrlParameter('search');
  const term = searchTermIn(inUrl);
  const { data: total } = useQuery(userCount(term));
  const [inviting, setInviting] = useUrlParameter('invite');
  return (
    <>
      <PageHeader
        title={texts.title}
        count={total === undefined ? undefined : formatNumber(total)}
        actions={
          <Button variant="primary" icon={UserPlus} onClick={() => setInviting('1')}>
            {texts.invite}
          </Button>
        }
      />
      <LiveSearch label={texts.search} term={term} onSearch={search} className="mb-3 max-w-md" />
      <PendingInvitations term={term} />
      <UserList
        term={term}
        total={total}
        empty={<NoMatch rows={texts.rows} filters={`"${term}"`} onClear={() => search('')} />}
      />
      {inviting && (
        <Suspense>
          <InviteDialog unsentText={texts.unsent} onClose={() => setInviting(null)} />
        </Suspense>
      )}
    </>
  );
}
