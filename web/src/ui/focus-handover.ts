import { useEffect } from 'react';

/** Moves the focus of an element that disappears with it to the page's first checkbox, or else to the page. */
export function useFocusHandover() {
  useEffect(() => handOver, []);
}

function handOver() {
  if (!document.activeElement?.matches('body, :disabled')) return;
  const next = document.querySelector<HTMLElement>('main [role=checkbox]') ?? document.querySelector('main');
  next?.focus({ preventScroll: true });
}
