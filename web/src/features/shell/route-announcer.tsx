import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** After a change of page: reads its title out, moves the focus to it and, unless the person went back, scrolls to its top. */
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
