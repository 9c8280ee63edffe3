import { clsx } from 'clsx';
import { ShieldCheck, ShieldMinus, ShieldOff, ShieldPlus } from 'lucide-react';
import { commonTexts } from '@/lib/texts.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge, type Tone } from '@/ui/badge.tsx';
import type { Column } from '@/ui/list/columns.ts';
import { ACTIONS, CREATED_AT, NAME } from '@/ui/list/usual-columns.tsx';
import { IconMenu, MenuItem } from '@/ui/menu.tsx';
import { isAdmin, type User } from './data.ts';
import { texts } from './texts.ts';

/** The email below the name, while it has no column. */
const BELOW_NAME = 'list-middle:hidden';

const ROLES: Record<string, { label: string; tone: Tone }> = {
  admin: { label: texts.roles.admin, tone: 'info' },
  customer: { label: texts.roles.customer, tone: 'neutral' },
};

const customerNames = (user: User) =>
  [true, false].flatMap((active) =>
    user.customer_users
      .flatMap(({ is_active, customers }) => (is_active === active && customers ? [customers.name] : []))
      .sort()
      .map((name) => (active ? name : texts.deactivatedAt(name))),
  );

const isDeactivated = ({ customer_users }: User) =>
  customer_users.length > 0 && customer_users.every(({ is_active }) => !is_active);

const displayName = ({ full_name, email }: User) => full_name ?? email;

export type UserAction = 'reset-second-factor' | 'change-admin';

export const userColumns = (onAct: (user: User, action: UserAction) => void): Column<User>[] => [
  {
    title: texts.heads.name,
    width: 'minmax(0,5fr)',
    ...NAME,
    render: (user) => (
      <>
        <Avatar name={displayName(user)} className="size-7 max-md:size-9" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" title={displayName(user)}>
            {displayName(user)}
          </p>
          {displayName(user) !== user.email && (
            <p className={clsx('truncate text-muted text-xs', BELOW_NAME)}>{user.email}</p>
          )}
          <Roles user={user} className="mt-1 md:hidden" />
        </div>
      </>
    ),
  },
  {
    title: texts.heads.email,
    width: 'minmax(0,5fr)',
    shownFrom: 'middle',
    cellClass: 'text-muted',
    text: ({ email }) => email,
    skeleton: 'h-3.5 w-3/4',
  },
  {
    title: texts.heads.customers,
    width: 'minmax(0,4fr)',
    shownFrom: 'wide',
    text: (user) => customerNames(user).join(', ') || null,
  },
  {
    title: texts.heads.role,
    width: '13rem',
    shownFrom: 'tablet',
    render: (user) => <Roles user={user} />,
    skeleton: 'h-5 w-20',
  },
  { title: texts.heads.joined, ...CREATED_AT, width: '7rem', cellClass: 'truncate text-muted tabular-nums' },
  { ...ACTIONS, render: (user) => <UserMenu user={user} onAct={(action) => onAct(user, action)} /> },
];

function Roles({ user, className }: { user: User; className?: string }) {
  return (
    <span className={clsx('flex gap-1', className)}>
      {user.roles.map((role) => (
        <Badge key={role} tone={ROLES[role]?.tone}>
          {ROLES[role]?.label ?? role}
        </Badge>
      ))}
      {user.roles.length === 0 && <Badge tone="warning">{texts.noRole}</Badge>}
      {isDeactivated(user) && <Badge tone="warning">{commonTexts.deactivated}</Badge>}
      {user.hasSecondFactor && (
        <Badge tone="success" icon={ShieldCheck}>
          {texts.twoFactor}
        </Badge>
      )}
    </span>
  );
}

function UserMenu({ user, onAct }: { user: User; onAct: (action: UserAction) => void }) {
  return (
    <IconMenu label={commonTexts.actionsFor(user.email)}>
      <MenuItem icon={isAdmin(user) ? ShieldMinus : ShieldPlus} onSelect={() => onAct('change-admin')}>
        {isAdmin(user) ? texts.actions.removeAdmin : texts.actions.makeAdmin}
      </MenuItem>
      {user.hasSecondFactor && (
        <MenuItem icon={ShieldOff} onSelect={() => onAct('reset-second-factor')}>
          {texts.actions.resetTwoFactor}
        </MenuItem>
      )}
    </IconMenu>
  );
}
