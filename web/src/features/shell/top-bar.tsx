import { LogOut, PanelLeft } from 'lucide-react';
import { AccountMenu } from '@/features/account/account-menu.tsx';
import { useSession } from '@/features/session/session.tsx';
import { leaveForms } from '@/lib/leave-guard.ts';
import { Button } from '@/ui/button.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { PaletteButton } from './palette-button.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { texts } from './texts.ts';
import { ThemeMenu } from './theme-menu.tsx';
import type { SidebarState } from './use-sidebar.ts';

export function TopBar({ sidebar }: { sidebar: SidebarState }) {
  const { signOut } = useSession();
  return (
    <header className="sticky top-(--banner) z-30 flex h-14 shrink-0 items-center gap-2 border-border border-b bg-raised px-2 md:px-4">
      <IconButton
        label={texts.sidebar}
        icon={PanelLeft}
        aria-expanded={sidebar.isMobile ? sidebar.openOver : sidebar.open}
        onClick={sidebar.toggle}
      />
      <div className="flex min-w-0 flex-1 justify-end">
        <AccountMenu />
      </div>
      <PaletteButton />
      <Shortcuts />
      <ThemeMenu />
      <Button icon={LogOut} onClick={() => leaveForms(signOut)}>
        {texts.signOut}
      </Button>
    </header>
  );
}
