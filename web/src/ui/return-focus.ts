import { useRef } from 'react';

/** Returns the focus from an overlay without a trigger to the element that had it; if that is gone, to the first button or field beside it, to the open dialog or to the page. A focus that has moved on meanwhile stays. `first` finds the element that gets the focus, by default the first focusable one; `next` the one that gets it afterwards, if not the one that had it. */
export function useReturnFocus(
  first?: (overlay: HTMLElement) => HTMLElement,
  next?: () => HTMLElement | null | undefined,
) {
  const origin = useRef<{ element: Element | null; group: Element | null }>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      origin.current = { element: document.activeElement, group: document.activeElement?.parentElement ?? null };
      if (!first || !(event.currentTarget instanceof HTMLElement)) return;
      event.preventDefault();
      const element = first(event.currentTarget);
      element.focus();
      if (element instanceof HTMLInputElement) element.select();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (document.activeElement && document.activeElement !== document.body) return;
      const { element, group } = origin.current ?? {};
      const back =
        next?.() ??
        (element?.isConnected ? element : (besideIn(group) ?? openDialog() ?? document.querySelector('main')));
      if (back instanceof HTMLElement) back.focus();
    },
  };
}

const besideIn = (group: Element | null | undefined) =>
  group?.isConnected ? group.querySelector('button:not(:disabled), a, input') : null;

const openDialog = () => [...document.querySelectorAll('[role=dialog]')].at(-1);
