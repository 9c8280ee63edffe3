import { useCallback, useState } from 'react';
import { useCtrlKey } from '@/lib/page-keys.ts';
import { useIsNarrow, useIsPhone } from '@/ui/use-is-phone.ts';

/** The sidebar's state: closed with each new page on a phone, else stored in a cookie, and without it collapsed below 1,024 px. Ctrl or Cmd plus B toggles it. */
export function useSidebar() {
  const isMobile = useIsPhone();
  const isNarrow = useIsNarrow();
  const [chosen, setChosen] = useState(() => sidebarInCookies(document.cookie));
  const open = chosen ?? !isNarrow;
  const [openOver, setOpenOver] = useState(false);

  const toggle = useCallback(() => {
    if (isMobile) return setOpenOver((before) => !before);
    setChosen(!open);
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    document.cookie = sidebarCookie(!open);
  }, [isMobile, open]);

  useCtrlKey('b', toggle);

  return {
    isMobile,
    /** Expanded, or collapsed to icons; ignored on a phone. */
    open,
    /** Shown over the page, on a phone. */
    openOver: isMobile && openOver,
    setOpenOver,
    toggle,
  };
}

export type SidebarState = ReturnType<typeof useSidebar>;

const COOKIE = 'sidebar_state';
const SEVEN_DAYS_IN_SECONDS = 7 * 24 * 60 * 60;

/** Whether a cookie header says that the sidebar is open; null if it does not say. */
export function sidebarInCookies(cookies: string): boolean | null {
  const stored = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return stored === undefined ? null : stored !== `${COOKIE}=false`;
}

export function sidebarCookie(open: boolean): string {
  return `${COOKIE}=${open}; path=/; max-age=${SEVEN_DAYS_IN_SECONDS}; samesite=lax`;
}
