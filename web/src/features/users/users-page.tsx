import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { refreshUsers } from '@/features/members/data.ts';
import { useSession } from '@/features/session/session.tsx';
import { loadedRows } from '@/lib/keyset.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { searchTermIn } from '@/lib/search-term.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { QueryTable } from '@/ui/list/query-table.tsx';
import { LiveSearch } from '@/ui/live-search.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { InOrder } from '@/ui/skeleton.tsx';
import { isAdmin, makeAdmin, removeAdmin, resetSecondFactor, type User, userCount, userList } from './data.ts';
import { PendingInvitations } from './pending-invitations.tsx';
import { texts } from './texts.ts';
import { type UserAction, userColumns } from './user-columns.tsx';

const InviteDialog = lazyPart('InviteDialog', () => import('@/features/invitations/inviting/invite-dialog.tsx'));

export function UsersPage() {
  const [inUrl, search] = useUrlParameter('search');
  const term = searchTermIn(inUrl);
  const list = useInfiniteQuery(userList(term));
  const { data: total } = useQuery(userCount(term));
  const [inviting, setInviting] = useUrlParameter('invite');
  const [confirming, setConfirming] = useState<{ user: User; action: UserAction }>();
  const columns = useMemo(() => userColumns((user, action) => setConfirming({ user, action })), []);
  return (
    <>
      <PageHeader
        title={commonTexts.pages.users}
        count={total}
        actions={
          <Button variant="primary" icon={UserPlus} onClick={() => setInviting('1')}>
            {commonTexts.inviteUser}
          </Button>
        }
      />
      <LiveSearch label={texts.search} term={term} onSearch={search} className="mb-3 max-w-md" />
      <InOrder>
        <PendingInvitations term={term} />
        <QueryTable
          label={commonTexts.pages.users}
          noun={texts.rows}
          list={list}
          rows={loadedRows(list.data)}
          total={total}
          columns={columns}
          noMatch={{ filters: `"${term}"`, onClear: () => search('') }}
        />
      </InOrder>
      {confirming && <UserConfirmation {...confirming} onClose={() => setConfirming(undefined)} />}
      {inviting && <InviteDialog unsentText={texts.unsent} onClose={() => setInviting(null)} />}
    </>
  );
}

function UserConfirmation({ user, action, onClose }: { user: User; action: UserAction; onClose: () => void }) {
  const { user: self, rereadGrants } = useSession();
  const { id, email } = user;
  const isSelf = id === self?.id;
  const refresh = isSelf ? rereadGrants : refreshUsers;
  if (action === 'reset-second-factor') {
    const write = () => resetSecondFactor(id);
    return (
      <ConfirmAction {...texts.resetTwoFactor(email)} danger write={write} refresh={refreshUsers} onClose={onClose} />
    );
  }
  return isAdmin(user) ? (
    <ConfirmAction
      {...texts.removeAdmin(email, isSelf)}
      danger
      write={() => removeAdmin(id)}
      refresh={refresh}
      onClose={onClose}
    />
  ) : (
    <ConfirmAction {...texts.makeAdmin(email)} write={() => makeAdmin(id)} refresh={refresh} onClose={onClose} />
  );
}
