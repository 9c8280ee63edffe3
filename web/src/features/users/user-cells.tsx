import { clsx } from 'clsx';
import { ShieldCheck } from 'lucide-react';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge, type Tone } from '@/ui/badge.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { BENEATH, SHOWN } from './columns.ts';
import type { User } from './data.ts';
import { type UserAction, UserMenu } from './user-menu.tsx';

const ROLES: Record<string, { word: string; tone: Tone }> = {
  admin: { word: 'Admin', tone: 'info' },
  customer: { word: 'Customer', tone: 'neutral' },
};

const customersOf = (user: User) =>
  user.customer_users.flatMap(({ is_active, customers }) => (is_active && customers ? [customers.name] : [])).sort();

/** The cells of one user. */
export function UserCells({ user, onAct }: { user: User; onAct: (action: UserAction) => void }) {
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
          {name !== user.email && <p className={clsx('truncate text-muted text-xs', BENEATH)}>{user.email}</p>}
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
          {ROLES[role]?.word ?? role}
        </Badge>
      ))}
      {user.roles.length === 0 && <Badge tone="warning">Waits for an invitation</Badge>}
      {user.hasSecondFactor && (
        <Badge tone="success" icon={ShieldCheck}>
          2FA
        </Badge>
      )}
    </span>
  );
}
