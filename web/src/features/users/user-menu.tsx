import { Ellipsis, ShieldMinus, ShieldOff, ShieldPlus } from 'lucide-react';
import { buttonClass } from '@/ui/button.tsx';
import { Menu, MenuItem } from '@/ui/menu.tsx';
import { isAdmin, type User } from './data.ts';

/** What is asked about before it is done. */
export type UserAction = 'reset second factor' | 'change admin';

/** What an admin may do with one user; nothing is offered that would do nothing. */
export function UserMenu({ user, onAct }: { user: User; onAct: (action: UserAction) => void }) {
  return (
    <Menu
      trigger={
        <button type="button" aria-label={`Actions for ${user.email}`} className={buttonClass('ghost', 'icon')}>
          <Ellipsis aria-hidden className="size-4" />
        </button>
      }
    >
      <MenuItem icon={isAdmin(user) ? ShieldMinus : ShieldPlus} onSelect={() => onAct('change admin')}>
        {isAdmin(user) ? 'Remove admin role' : 'Make administrator'}
      </MenuItem>
      {user.hasSecondFactor && (
        <MenuItem icon={ShieldOff} onSelect={() => onAct('reset second factor')}>
          Reset two-factor sign-in
        </MenuItem>
      )}
    </Menu>
  );
}
