import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { rowsOf } from '@/lib/keyset.ts';
import { QueryTable } from '@/ui/list/query-table.tsx';
import { type User, userList } from './data.ts';
import { texts } from './texts.ts';
import { userColumns } from './user-columns.tsx';
import { type UserAction, UserConfirmation } from './user-confirmation.tsx';

export type UserListProps = {
  term: string;
  total: number | undefined;
  /** Shown if no user matches. */
  empty: ReactNode;
};

export function UserList({ term, total, empty }: UserListProps) {
  const list = useInfiniteQuery(userList(term));
  const [confirming, setConfirming] = useState<{ user: User; action: UserAction }>();
  const columns = useMemo(() => userColumns((user, action) => setConfirming({ user, action })), []);
  return (
    <>
      <QueryTable
        label={texts.title}
        noun={texts.rows}
        list={list}
        rows={rowsOf(list.data)}
        total={total}
        columns={columns}
        empty={empty}
      />
      {confirming && <UserConfirmation {...confirming} onClose={() => setConfirming(undefined)} />}
    </>
  );
}
