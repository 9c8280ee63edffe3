import { useRef } from 'react';

/** For overlays without a trigger: returns the focus to the element that had it, or to the page if that is gone. A focus that has moved on meanwhile stays. `first` finds the element that gets the focus, by default the first focusable one. */
export function useReturnFocus(first?: (overlay: HTMLElement) => HTMLElement) {
  const origin = useRef<Element>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      origin.current = document.activeElement;
      if (!first || !(event.currentTarget instanceof HTMLElement)) return;
      event.preventDefault();
      const element = first(event.currentTarget);
      element.focus();
      if (element instanceof HTMLInputElement) element.select();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (document.activeElement && document.activeElement !== document.body) return;
      const back = origin.current?.isConnected ? origin.current : document.querySelector('main');
      if (back instanceof HTMLElement) back.focus();
    },
  };
}
