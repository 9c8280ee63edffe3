import { ChevronDown, LogOut, Monitor, Moon, PanelLeft, Search, Sun, UserRound } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { texts as accountTexts } from '@/features/account/texts.ts';
import type { PageGroup } from '@/features/palette/use-commands.ts';
import type { Role } from '@/features/session/access.ts';
import { type AppSession, useSession } from '@/features/session/session.tsx';
import { useIsApprover } from '@/features/session/use-role.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { leaveForms } from '@/lib/leave-guard.ts';
import { useCtrlKey } from '@/lib/page-keys.ts';
import { commonTexts } from '@/lib/texts.ts';
import { chooseTheme, onThemeChosen, storedTheme } from '@/lib/theme.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { IconMenu, Menu, MenuChoice, MenuItem } from '@/ui/menu.tsx';
import { areaGroups, areas } from './areas.ts';
import { useOrganizationName } from './organization.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { texts } from './texts.ts';
import type { SidebarState } from './use-sidebar.ts';

export function TopBar({ area, sidebar }: { area: Role; sidebar: SidebarState }) {
  const { signOut } = useSession();
  const organization = useOrganizationName();
  return (
    <header className="sticky top-(--banner) z-30 flex h-14 shrink-0 items-center gap-2 border-border border-b bg-raised px-2 max-md:gap-1 md:px-4 print:hidden">
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
        {commonTexts.signOut}
      </Button>
    </header>
  );
}

const AccountDialog = lazyPart('AccountDialog', () => import('@/features/account/account-dialog.tsx'));

function AccountMenu() {
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
          {accountTexts.dialog.title}
        </MenuItem>
      </Menu>
      {open && <AccountDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const OPTIONS = [
  { value: 'system', label: texts.theme.system, icon: Monitor },
  { value: 'light', label: texts.theme.light, icon: Sun },
  { value: 'dark', label: texts.theme.dark, icon: Moon },
] as const;

function ThemeMenu() {
  const theme = useSyncExternalStore(onThemeChosen, storedTheme);
  const Icon = OPTIONS.find((option) => option.value === theme)?.icon ?? Monitor;
  return (
    <IconMenu label={texts.theme.label} icon={Icon}>
      <MenuChoice label={texts.theme.label} value={theme} onChange={chooseTheme} options={OPTIONS} />
    </IconMenu>
  );
}

const Palette = lazyPart('Palette', () => import('@/features/palette/palette.tsx'));

/** The palette does not open over a dialog. */
const DIALOG = '[role=dialog], [role=alertdialog]';

/** The button and the key, Ctrl or Cmd plus K, that open the command palette. */
function PaletteButton() {
  const session = useSession();
  const isApprover = useIsApprover(session.customerIds);
  const [open, setOpen] = useState(false);
  useCtrlKey('k', () => setOpen((before) => !before && document.querySelector(DIALOG) === null));
  return (
    <>
      <IconButton label={texts.palette.label} icon={Search} onClick={() => setOpen(true)} />
      {open && <Palette groups={pageGroups(session, isApprover)} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The pages that the user may open; an administrator's customer pages are those of the impersonated customer. */
function pageGroups({ isAdmin, isCustomer, impersonation }: AppSession, isApprover: boolean): PageGroup[] {
  const areaPages = (area: Role) => areaGroups(area, isApprover).flatMap(({ items }) => items);
  const customerArea = impersonation
    ? texts.palette.asCustomer(impersonation.customer.name)
    : isAdmin
      ? texts.palette.customerArea
      : texts.palette.pages;
  return [
    ...(isCustomer || impersonation ? [{ label: customerArea, pages: areaPages('customer') }] : []),
    ...(isAdmin ? [{ label: areas.admin.title, pages: areaPages('admin') }] : []),
  ];
}
