import { ChevronDown, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/features/session/session.tsx';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { Menu, MenuItem } from '@/ui/menu.tsx';
import { texts } from './texts.ts';

const AccountDialog = lazyPart('AccountDialog', () => import('./account-dialog.tsx'));

export function AccountMenu() {
  const { user } = useSession();
  const [open, setOpen] = useState(false);
  if (!user) return null;
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={buttonClass('ghost', 'md', 'min-w-0 shrink! px-2!')} title={user.email}>
            <span className="truncate">{user.email}</span>
            <ChevronDown aria-hidden className="size-3.5 shrink-0" />
          </button>
        }
      >
        <MenuItem icon={UserRound} onSelect={() => setOpen(true)}>
          {texts.dialog.title}
        </MenuItem>
      </Menu>
      {open && <AccountDialog onClose={() => setOpen(false)} />}
    </>
  );
}
