import { commonTexts } from '@/lib/texts.ts';
import { OWN_CELL } from '@/ui/list/layout.ts';
import { CellShape, NameShape, TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import { MEMBER_ROW, MemberCells, MemberHead } from './member-cells.tsx';
import type { MemberAction } from './member-confirmation.tsx';
import type { Member } from './members.ts';
import { texts } from './texts.ts';

export type MemberListProps = {
  members: readonly Member[];
  /** The id of the invitation that is being sent again. */
  sendingId: string | undefined;
  onAct: (member: Member, action: MemberAction | 'resend') => void;
};

const ALL_LOADED = { hasMore: false, canLoadMore: false, onLoadMore: () => undefined };

export function MemberList({ members, sendingId, onAct }: MemberListProps) {
  return (
    <VirtualTable
      label={texts.list}
      rows={members}
      total={members.length}
      {...ALL_LOADED}
      stale={false}
      rowClass={MEMBER_ROW}
      head={<MemberHead />}
      renderCells={(member) => (
        <MemberCells member={member} isSending={member.id === sendingId} onAct={(action) => onAct(member, action)} />
      )}
    />
  );
}

export function MemberListSkeleton() {
  return (
    <TableSkeleton label={commonTexts.loading(texts.rows)} rowClass={MEMBER_ROW}>
      <NameShape />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-3/4" />
      <CellShape shown={OWN_CELL} shape="h-5 w-16" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-20" />
    </TableSkeleton>
  );
}
