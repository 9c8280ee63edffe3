import { type RefObject, useRef } from 'react';

/** For overlays without a trigger: returns the focus to the element that had it, or to the page if that is gone. A focus that has moved on meanwhile stays. `initial` gets the focus first, instead of the first focusable element. */
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
