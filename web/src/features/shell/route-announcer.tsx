import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Announces the title of each new page, moves the focus to it and scrolls to the top, except after Back or Forward. */
export function RouteAnnouncer({ page }: { page: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setTitle(document.title);
    page.current?.focus({ preventScroll: true });
    if (kind !== 'POP') window.scrollTo(0, 0);
  }, [pathname, kind, page]);

  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}
