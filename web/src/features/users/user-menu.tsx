import { Ellipsis, ShieldOff } from 'lucide-react';
import { buttonClass } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import type { User } from './data.ts';

/** What an admin may do with one user; nothing is offered that would do nothing. */
export function UserMenu({ user, onReset }: { user: User; onReset: () => void }) {
  if (!user.hasSecondFactor) return null;
  return (
    <Menu
      trigger={
        <button type="button" aria-label={`Actions for ${user.email}`} className={buttonClass('ghost', 'icon')}>
          <Ellipsis aria-hidden className="size-4" />
        </button>
      }
    >
      <MenuItem icon={ShieldOff} onSelect={onReset}>
        Reset two-factor sign-in
      </MenuItem>
    </Menu>
  );
}
