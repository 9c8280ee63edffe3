import { useCallback, useState } from 'react';
import { useIsPhone } from '@/ui/use-is-phone.ts';
import { useCtrlKey } from './use-ctrl-key.ts';

export type SidebarState = {
  isMobile: boolean;
  /** Expanded, or collapsed to icons; ignored on a phone. */
  open: boolean;
  /** Shown over the page, on a phone. */
  openOver: boolean;
  setOpenOver: (open: boolean) => void;
  toggle: () => void;
};

/** The sidebar's state: stored in a cookie on a wide screen, closed with each new page on a phone. Ctrl or Cmd plus B toggles it. */
export function useSidebar(): SidebarState {
  const isMobile = useIsPhone();
  const [open, setOpen] = useState(() => sidebarIsOpen(document.cookie));
  const [openOver, setOpenOver] = useState(false);

  const toggle = useCallback(() => {
    if (isMobile) return setOpenOver((before) => !before);
    setOpen(!open);
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    document.cookie = sidebarCookie(!open);
  }, [isMobile, open]);

  useCtrlKey('b', toggle);

  return { isMobile, open, openOver: isMobile && openOver, setOpenOver, toggle };
}

const COOKIE = 'sidebar_state';
const SEVEN_DAYS_IN_SECONDS = 7 * 24 * 60 * 60;

/** Whether a cookie header says that the sidebar is open; the default is open. */
export function sidebarIsOpen(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${COOKIE}=false`);
}

export function sidebarCookie(open: boolean): string {
  return `${COOKIE}=${open}; path=/; max-age=${SEVEN_DAYS_IN_SECONDS}; samesite=lax`;
}
