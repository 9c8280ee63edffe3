import { useCallback, useState } from 'react';
import { useCtrlKey } from '@/lib/ctrl-key.ts';
import { useIsMobile } from '@/lib/media.ts';
import { sidebarCookie, sidebarIsOpen } from '@/lib/sidebar-cookie.ts';

export type SidebarState = {
  isMobile: boolean;
  /** Wide or, where collapsed, icons only; on a phone it does not count. */
  open: boolean;
  /** Slid over the page, on a phone. */
  openOver: boolean;
  setOpenOver: (open: boolean) => void;
  toggle: () => void;
};

/** The sidebar's state: kept in a cookie on a wide screen, gone with the next page on a phone. Ctrl or Cmd plus B toggles it. */
export function useSidebar(): SidebarState {
  const isMobile = useIsMobile();
  const [open, setOpen] = useState(() => sidebarIsOpen(document.cookie));
  const [openOver, setOpenOver] = useState(false);

  const toggle = useCallback(() => {
    if (isMobile) return setOpenOver((before) => !before);
    setOpen(!open);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not to be had in every browser
    document.cookie = sidebarCookie(!open);
  }, [isMobile, open]);

  useCtrlKey('b', toggle);

  return { isMobile, open, openOver: isMobile && openOver, setOpenOver, toggle };
}
