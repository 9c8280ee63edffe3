import { clsx } from 'clsx';
import { CircleOff, Ellipsis, RotateCcw, Send, Trash2 } from 'lucide-react';
import { commonTexts } from '@/lib/texts.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge } from '@/ui/badge.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { OWN_CELL, ROW, SECOND_LINE } from '@/ui/list/layout.ts';
import { TextCell } from '@/ui/list/text-cell.tsx';
import { Menu, MenuItem } from '@/ui/menu.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import type { MemberAction } from './member-confirmation.tsx';
import type { Member } from './members.ts';
import { texts } from './texts.ts';

export const MEMBER_ROW = `${ROW} grid-cols-[minmax(0,1fr)_auto] md:@4xl:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,4fr)_11rem_2.5rem]`;

/** What stands over the cells of a member. */
export function MemberHead() {
  return (
    <>
      <th>{texts.heads.name}</th>
      <th className={OWN_CELL}>{texts.heads.email}</th>
      <th className={OWN_CELL}>{texts.heads.status}</th>
      <th className={OWN_CELL}>{texts.heads.when}</th>
      <th>
        <span className="sr-only">{commonTexts.actions}</span>
      </th>
    </>
  );
}

export type MemberCellsProps = {
  member: Member;
  /** The invitation is being sent again. */
  isSending: boolean;
  onAct: (action: MemberAction | 'resend') => void;
};

export function MemberCells({ member, isSending, onAct }: MemberCellsProps) {
  const { name, email } = member;
  const badges = <Statuses member={member} isSending={isSending} />;
  return (
    <>
      <td className="flex min-w-0 items-center gap-2.5">
        <Avatar name={name} className="size-7 max-md:size-9" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" title={name} dir="auto">
            {name}
          </p>
          <div className={clsx('flex items-center gap-1.5', SECOND_LINE)}>
            {name !== email && <span className="truncate text-muted text-xs">{email}</span>}
            {badges}
          </div>
        </div>
      </td>
      <TextCell className={clsx(OWN_CELL, 'text-muted')} text={email} />
      <td className={OWN_CELL}>{badges}</td>
      <td className={clsx('truncate text-muted tabular-nums', OWN_CELL)}>
        {member.date.label} <RelativeTime at={member.date.at} />
      </td>
      <td className="flex justify-end">
        <MemberMenu member={member} onAct={onAct} />
      </td>
    </>
  );
}

function Statuses({ member, isSending }: Pick<MemberCellsProps, 'member' | 'isSending'>) {
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

function MemberMenu({ member, onAct }: Pick<MemberCellsProps, 'member' | 'onAct'>) {
  const { email, invitation, canResend, membership } = member;
  return (
    <Menu
      trigger={
        <button type="button" aria-label={commonTexts.actionsFor(email)} className={buttonClass('ghost', 'icon')}>
          <Ellipsis aria-hidden className="size-4" />
        </button>
      }
    >
      {invitation && (
        <>
          {canResend && (
            <MenuItem icon={Send} onSelect={() => onAct('resend')}>
              {texts.resending.action}
            </MenuItem>
          )}
          <MenuItem icon={Trash2} danger onSelect={() => onAct('revoke')}>
            {texts.revocation.confirm}
          </MenuItem>
        </>
      )}
      {membership && (
        <MenuItem icon={membership.is_active ? CircleOff : RotateCcw} onSelect={() => onAct('access')}>
          {membership.is_active ? texts.deactivate : texts.reactivate}
        </MenuItem>
      )}
    </Menu>
  );
}
