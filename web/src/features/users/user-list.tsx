import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { rowsOf } from '@/lib/keyset.ts';
import { ListStates, useLoadMore } from '@/ui/list/list-states.tsx';
import { CellShape, NameShape, TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import { type User, userList } from './data.ts';
import { ROW, SHOWN, UserCells } from './user-cells.tsx';
import { type UserAction, UserConfirmation } from './user-confirmation.tsx';

export type UserListProps = {
  term: string;
  total: number | undefined;
  /** Shown if no user matches. */
  empty: ReactNode;
};

export function UserList({ term, total, empty }: UserListProps) {
  const list = useInfiniteQuery(userList(term));
  const loadMore = useLoadMore(list);
  const [confirming, setConfirming] = useState<{ user: User; action: UserAction }>();
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
        renderCells={(user) => <UserCells user={user} onAct={(action) => setConfirming({ user, action })} />}
      />
      {confirming && <UserConfirmation {...confirming} onClose={() => setConfirming(undefined)} />}
    </ListStates>
  );
}

function UserListSkeleton() {
  return (
    <TableSkeleton label="Loading users" rowClass={ROW}>
      <NameShape />
      <CellShape shown={SHOWN.email} shape="h-3.5 w-3/4" />
      <CellShape shown={SHOWN.customers} shape="h-3.5 w-2/3" />
      <CellShape shown={SHOWN.roles} shape="h-5 w-20" />
      <CellShape shown={SHOWN.joined} shape="h-3.5 w-16" />
    </TableSkeleton>
  );
}
