import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { rowsOf } from '@/lib/keyset.ts';
import { ListStates, useLoadMore } from '@/ui/list/list-states.tsx';
import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import { ChangeAdmin } from './change-admin.tsx';
import { ROW, SHOWN } from './columns.ts';
import { type User, userList } from './data.ts';
import { ResetSecondFactor } from './reset-second-factor.tsx';
import { UserCells } from './user-cells.tsx';
import { UserListSkeleton } from './user-list-skeleton.tsx';
import type { UserAction } from './user-menu.tsx';

export type UserListProps = {
  term: string;
  total: number | undefined;
  /** Shown where nobody matches. */
  empty: ReactNode;
};

/** The users with all the states of a list. */
export function UserList({ term, total, empty }: UserListProps) {
  const list = useInfiniteQuery(userList(term));
  const loadMore = useLoadMore(list);
  const [asking, setAsking] = useState<{ user: User; action: UserAction }>();
  const stopAsking = () => setAsking(undefined);
  const users = rowsOf(list.data);

  return (
    <ListStates noun="users" list={list} count={users.length} skeleton={<UserListSkeleton />} empty={empty}>
      <VirtualTable
        label="Users"
        rows={users}
        total={total}
        {...loadMore}
        stale={list.isPlaceholderData}
        rowClass={ROW}
        head={
          <>
            <th>Name</th>
            <th className={SHOWN.email}>Email</th>
            <th className={SHOWN.customers}>Customers</th>
            <th className={SHOWN.roles}>Role</th>
            <th className={SHOWN.joined}>Joined</th>
            <th>
              <span className="sr-only">Actions</span>
            </th>
          </>
        }
        renderCells={(user) => <UserCells user={user} onAct={(action) => setAsking({ user, action })} />}
      />
      {asking?.action === 'reset second factor' && <ResetSecondFactor user={asking.user} onClose={stopAsking} />}
      {asking?.action === 'change admin' && <ChangeAdmin user={asking.user} onClose={stopAsking} />}
    </ListStates>
  );
}
