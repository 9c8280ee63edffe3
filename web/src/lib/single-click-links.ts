import { useEffect } from 'react';

/** Ignores the second click of a double-click on a link: it would add the page to the history twice, and Back would seem to do nothing. */
export function useSingleClickLinks() {
  useEffect(() => {
    addEventListener('click', ignoreSecondClick, { capture: true }); // before the link's own handler
    return () => removeEventListener('click', ignoreSecondClick, { capture: true });
  }, []);
}

function ignoreSecondClick(event: MouseEvent) {
  if (event.detail > 1 && event.target instanceof Element && event.target.closest('a[href]')) event.preventDefault();
}
