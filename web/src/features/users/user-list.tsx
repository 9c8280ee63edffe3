import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { rowsOf } from '@/lib/keyset.ts';
import { commonTexts } from '@/lib/texts.ts';
import { ListStates, useLoadMore } from '@/ui/list/list-states.tsx';
import { CellShape, NameShape, TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import { type User, userList } from './data.ts';
import { texts } from './texts.ts';
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
    <ListStates noun={texts.rows} list={list} count={users.length} skeleton={<UserListSkeleton />} empty={empty}>
      <VirtualTable
        label={texts.title}
        rows={users}
        total={total}
        {...loadMore}
        stale={list.isPlaceholderData}
        rowClass={ROW}
        head={
          <>
            <th>{texts.heads.name}</th>
            <th className={SHOWN.email}>{texts.heads.email}</th>
            <th className={SHOWN.customers}>{texts.heads.customers}</th>
            <th className={SHOWN.roles}>{texts.heads.role}</th>
            <th className={SHOWN.joined}>{texts.heads.joined}</th>
            <th>
              <span className="sr-only">{commonTexts.actions}</span>
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
    <TableSkeleton label={commonTexts.loading(texts.rows)} rowClass={ROW}>
      <NameShape />
      <CellShape shown={SHOWN.email} shape="h-3.5 w-3/4" />
      <CellShape shown={SHOWN.customers} shape="h-3.5 w-2/3" />
      <CellShape shown={SHOWN.roles} shape="h-5 w-20" />
      <CellShape shown={SHOWN.joined} shape="h-3.5 w-16" />
    </TableSkeleton>
  );
}
