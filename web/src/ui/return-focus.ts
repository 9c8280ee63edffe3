import { useRef } from 'react';

/** For what opens over the page without a trigger of its own: the focus goes back to where it came from or, where that is gone, to the page. A focus that has already gone on, such as to a page that was chosen, is left where it is. */
export function useReturnFocus() {
  const origin = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      origin.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (document.activeElement && document.activeElement !== document.body) return;
      const back = origin.current?.isConnected ? origin.current : document.querySelector('main');
      if (back instanceof HTMLElement) back.focus();
    },
  };
}
