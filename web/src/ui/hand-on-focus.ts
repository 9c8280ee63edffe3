import { useEffect } from 'react';

/** For what may vanish with the focus in it, once its work is done: the focus goes on to the page's first checkbox, which is its list's, or else to the page. */
export function useHandOnFocus() {
  useEffect(() => handOn, []);
}

function handOn() {
  if (!document.activeElement?.matches('body, :disabled')) return;
  const next = document.querySelector<HTMLElement>('main [role=checkbox]') ?? document.querySelector('main');
  next?.focus({ preventScroll: true });
}
