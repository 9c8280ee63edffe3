import { LogOut, PanelLeft } from 'lucide-react';
import { AccountMenu } from '@/features/account/account-menu.tsx';
import { useSession } from '@/features/session/session.tsx';
import { leaveForms } from '@/lib/leave-guard.ts';
import { Button } from '@/ui/button.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import type { AreaName } from './areas.ts';
import { useOrganizationName } from './organization.tsx';
import { PaletteButton } from './palette-button.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { texts } from './texts.ts';
import { ThemeMenu } from './theme-menu.tsx';
import type { SidebarState } from './use-sidebar.ts';

export type TopBarProps = { area: AreaName; sidebar: SidebarState };

export function TopBar({ area, sidebar }: TopBarProps) {
  const { signOut } = useSession();
  const organization = useOrganizationName();
  return (
    <header className="sticky top-(--banner) z-30 flex h-14 shrink-0 items-center gap-2 border-border border-b bg-raised px-2 max-md:gap-1 md:px-4">
      <IconButton
        label={texts.sidebar}
        icon={PanelLeft}
        aria-expanded={sidebar.isMobile ? sidebar.openOver : sidebar.open}
        onClick={sidebar.toggle}
      />
      {area === 'customer' && sidebar.isMobile && (
        <p title={organization} dir="auto" className="min-w-0 flex-1 truncate font-medium text-sm">
          {organization}
        </p>
      )}
      <div className="flex min-w-0 flex-1 justify-end">
        <AccountMenu />
      </div>
      <PaletteButton />
      <Shortcuts />
      <ThemeMenu />
      <Button icon={LogOut} className="max-md:[&>svg]:hidden" onClick={() => leaveForms(signOut)}>
        {texts.signOut}
      </Button>
    </header>
  );
}
