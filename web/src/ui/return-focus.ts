import { type RefObject, useRef } from 'react';

/** For what opens over the page without a trigger of its own: the focus goes back to where it came from or, where that is gone, to the page. A focus that has already gone on, such as to a page that was chosen, is left where it is. `initial` gets the focus in place of the first that can have it. */
export function useReturnFocus(initial?: RefObject<HTMLElement | null>) {
  const origin = useRef<Element>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      origin.current = document.activeElement;
      if (!initial?.current) return;
      event.preventDefault();
      initial.current.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (document.activeElement && document.activeElement !== document.body) return;
      const back = origin.current?.isConnected ? origin.current : document.querySelector('main');
      if (back instanceof HTMLElement) back.focus();
    },
  };
}
