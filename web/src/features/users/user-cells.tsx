import { clsx } from 'clsx';
import { Ellipsis, ShieldCheck, ShieldMinus, ShieldOff, ShieldPlus } from 'lucide-react';
import { commonTexts } from '@/lib/texts.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge, type Tone } from '@/ui/badge.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { Menu, MenuItem } from '@/ui/menu.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { isAdmin, type User } from './data.ts';
import { texts } from './texts.ts';
import type { UserAction } from './user-confirmation.tsx';

/** A two-line card on a phone; on wider screens a grid that gains columns with the width. */
export const ROW =
  'grid w-full items-center gap-x-3 px-3 text-sm max-md:min-h-16 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:py-2 md:h-11 md:pointer-coarse:h-14 md:grid-cols-[minmax(0,1fr)_11rem_2.5rem] md:@2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_11rem_2.5rem] md:@4xl:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,4fr)_13rem_7rem_2.5rem]';

/** The width from which each column is shown. */
export const SHOWN = {
  email: 'hidden md:@2xl:block',
  roles: 'hidden md:block',
  customers: 'hidden md:@4xl:block',
  joined: 'hidden md:@4xl:block',
} as const;

/** The email below the name, while it has no column. */
const BELOW_NAME = 'md:@2xl:hidden';

const ROLES: Record<string, { label: string; tone: Tone }> = {
  admin: { label: texts.roles.admin, tone: 'info' },
  customer: { label: texts.roles.customer, tone: 'neutral' },
};

/** The names of a user's customers, those of deactivated memberships last. */
const customersOf = (user: User) =>
  [true, false].flatMap((active) =>
    user.customer_users
      .flatMap(({ is_active, customers }) => (is_active === active && customers ? [customers.name] : []))
      .sort()
      .map((name) => (active ? name : texts.deactivatedAt(name))),
  );

/** Has memberships, all of them deactivated. */
const isDeactivated = ({ customer_users }: User) =>
  customer_users.length > 0 && customer_users.every(({ is_active }) => !is_active);

export type UserCellsProps = { user: User; onAct: (action: UserAction) => void };

export function UserCells({ user, onAct }: UserCellsProps) {
  const customers = customersOf(user).join(', ');
  const name = user.full_name ?? user.email;
  return (
    <>
      <td className="flex min-w-0 items-center gap-2.5">
        <Avatar name={name} className="size-7 max-md:size-9" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" title={name}>
            {name}
          </p>
          {name !== user.email && <p className={clsx('truncate text-muted text-xs', BELOW_NAME)}>{user.email}</p>}
          <Roles user={user} className="mt-1 md:hidden" />
        </div>
      </td>
      <td className={clsx('truncate text-muted', SHOWN.email)} title={user.email}>
        {user.email}
      </td>
      <td className={clsx('truncate', SHOWN.customers, !customers && 'text-muted')} title={customers}>
        {customers || <span aria-hidden>–</span>}
      </td>
      <td className={SHOWN.roles}>
        <Roles user={user} />
      </td>
      <td className={clsx('truncate text-muted tabular-nums', SHOWN.joined)}>
        <RelativeTime at={user.created_at} />
      </td>
      <td className="flex justify-end">
        <UserMenu user={user} onAct={onAct} />
      </td>
    </>
  );
}

function Roles({ user, className }: { user: User; className?: string }) {
  return (
    <span className={clsx('flex gap-1', className)}>
      {user.roles.map((role) => (
        <Badge key={role} tone={ROLES[role]?.tone}>
          {ROLES[role]?.label ?? role}
        </Badge>
      ))}
      {user.roles.length === 0 && <Badge tone="warning">{texts.noRole}</Badge>}
      {isDeactivated(user) && <Badge tone="warning">{texts.deactivated}</Badge>}
      {user.hasSecondFactor && (
        <Badge tone="success" icon={ShieldCheck}>
          {texts.twoFactor}
        </Badge>
      )}
    </span>
  );
}

function UserMenu({ user, onAct }: UserCellsProps) {
  return (
    <Menu
      trigger={
        <button type="button" aria-label={commonTexts.actionsFor(user.email)} className={buttonClass('ghost', 'icon')}>
          <Ellipsis aria-hidden className="size-4" />
        </button>
      }
    >
      <MenuItem icon={isAdmin(user) ? ShieldMinus : ShieldPlus} onSelect={() => onAct('change-admin')}>
        {isAdmin(user) ? texts.removeAdmin.action : texts.makeAdmin.action}
      </MenuItem>
      {user.hasSecondFactor && (
        <MenuItem icon={ShieldOff} onSelect={() => onAct('reset-second-factor')}>
          {texts.resetTwoFactor.action}
        </MenuItem>
      )}
    </Menu>
  );
}
