import { clsx } from 'clsx';
import { CircleOff, RotateCcw, Send, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import type { MemberRole } from '#domain/member-roles.ts';
import { RoleSelect } from '@/features/session/role-select.tsx';
import { commonTexts } from '@/lib/texts.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge } from '@/ui/badge.tsx';
import { type Column, SECOND_LINE } from '@/ui/list/columns.ts';
import { TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { ACTIONS, NAME } from '@/ui/list/usual-columns.tsx';
import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import { IconMenu, MenuItem } from '@/ui/menu.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import type { Member, MemberAction } from './members.ts';
import { texts } from './texts.ts';

export function MemberList({ members, ...options }: MemberColumnsOptions & { members: readonly Member[] }) {
  const { sendingId, onAct, onRole } = options;
  const columns = useMemo(() => memberColumns({ sendingId, onAct, onRole }), [sendingId, onAct, onRole]);
  return <VirtualTable label={commonTexts.pages.users} rows={members} total={members.length} columns={columns} />;
}

export const MemberListSkeleton = () => (
  <TableSkeleton
    label={commonTexts.loading(texts.rows)}
    columns={memberColumns({ onAct: () => {}, onRole: () => {} })}
  />
);

type MemberColumnsOptions = {
  /** The id of the invitation that is being sent again. */
  sendingId?: string | undefined;
  onAct: (member: Member, action: MemberAction | 'resend') => void;
  onRole: (member: Member, role: MemberRole) => void;
};

const memberColumns = ({ sendingId, onAct, onRole }: MemberColumnsOptions): Column<Member>[] => [
  {
    title: texts.heads.name,
    width: 'minmax(0,4fr)',
    ...NAME,
    render: (member) => (
      <>
        <Avatar name={member.name} className="size-7 max-md:hidden" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" title={member.name} dir="auto">
            {member.name}
          </p>
          <div className={clsx('flex items-center gap-1.5', SECOND_LINE)}>
            {member.name !== member.email && <span className="truncate text-muted text-xs">{member.email}</span>}
            <Statuses member={member} isSending={member.id === sendingId} />
          </div>
        </div>
      </>
    ),
  },
  {
    title: texts.heads.email,
    width: 'minmax(0,4fr)',
    shownFrom: 'wide',
    cellClass: 'text-muted',
    text: ({ email }) => email,
    skeleton: 'h-3.5 w-3/4',
  },
  {
    title: texts.heads.role,
    width: '7.5rem',
    render: (member) => (
      <RoleSelect
        label={texts.roleLabel(member.email)}
        value={member.role}
        onChange={(role) => onRole(member, role)}
        disabled={member.membership?.is_active === false}
      />
    ),
    skeleton: 'h-8 w-full',
  },
  {
    title: texts.heads.status,
    width: 'minmax(0,4fr)',
    shownFrom: 'wide',
    render: (member) => <Statuses member={member} isSending={member.id === sendingId} />,
    skeleton: 'h-5 w-16',
  },
  {
    title: texts.heads.when,
    width: '11rem',
    shownFrom: 'wide',
    cellClass: 'truncate text-muted tabular-nums',
    render: ({ date }) => (
      <>
        {date.label} <RelativeTime at={date.at} />
      </>
    ),
    skeleton: 'h-3.5 w-20',
  },
  { ...ACTIONS, render: (member) => <MemberMenu member={member} onAct={(action) => onAct(member, action)} /> },
];

function Statuses({ member, isSending }: { member: Member; isSending: boolean }) {
  return (
    <span className="flex shrink-0 gap-1">
      {member.statuses.map(({ label, tone }) => (
        <Badge key={label} tone={tone}>
          {label}
        </Badge>
      ))}
      {isSending && <Badge>{commonTexts.sending}</Badge>}
    </span>
  );
}

function MemberMenu({ member, onAct }: { member: Member; onAct: (action: MemberAction | 'resend') => void }) {
  const { email, invitation, canResend, membership } = member;
  return (
    <IconMenu label={commonTexts.actionsFor(email)}>
      {invitation && (
        <>
          {canResend && (
            <MenuItem icon={Send} onSelect={() => onAct('resend')}>
              {texts.resending.action}
            </MenuItem>
          )}
          <MenuItem icon={Trash2} danger onSelect={() => onAct('revoke')}>
            {texts.revoke}
          </MenuItem>
        </>
      )}
      {membership && (
        <MenuItem icon={membership.is_active ? CircleOff : RotateCcw} onSelect={() => onAct('access')}>
          {membership.is_active ? commonTexts.deactivate : commonTexts.reactivate}
        </MenuItem>
      )}
    </IconMenu>
  );
}
