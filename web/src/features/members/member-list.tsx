import { useMemo } from 'react';
import { commonTexts } from '@/lib/texts.ts';
import { TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import { type MemberColumnsOptions, memberColumns } from './member-columns.tsx';
import type { Member } from './members.ts';
import { texts } from './texts.ts';

export type MemberListProps = MemberColumnsOptions & { members: readonly Member[] };

const ALL_LOADED = { hasMore: false, canLoadMore: false, onLoadMore: () => undefined };

export function MemberList({ members, sendingId, onAct }: MemberListProps) {
  const columns = useMemo(() => memberColumns({ sendingId, onAct }), [sendingId, onAct]);
  return (
    <VirtualTable
      label={texts.list}
      rows={members}
      total={members.length}
      {...ALL_LOADED}
      stale={false}
      columns={columns}
    />
  );
}

const COLUMNS = memberColumns({ onAct: () => {} });

export const MemberListSkeleton = () => <TableSkeleton label={commonTexts.loading(texts.rows)} columns={COLUMNS} />;
