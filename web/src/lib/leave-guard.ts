import { useEffect, useEffectEvent } from 'react';

/** While changes are unsaved, the browser asks for confirmation before the tab closes or reloads. */
export function useUnloadWarning(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}

type Guard = { index: number; isReturning: boolean; confirm: (proceed: () => void) => void };

/** Of the forms with unsaved changes, the newest last. */
const guards: Guard[] = [];

/** The position of a history entry; React Router numbers them in `state.idx`. */
const indexOf = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;

/** Leaves the forms on the page and then calls back: at once, or after the user has confirmed to discard unsaved changes. */
export function leaveForms(proceed: () => void): void {
  const guard = guards.at(-1);
  if (!guard) {
    proceed();
    return;
  }
  guard.confirm(() => {
    remove(guard);
    leaveForms(proceed);
  });
}

function remove(guard: Guard) {
  if (guards.includes(guard)) guards.splice(guards.indexOf(guard), 1);
}

/** Lets `useLeaveGuard` intercept Back, Forward and links. Must be called before the router starts to listen, so that it sees only what is let through. */
export function guardHistory() {
  addEventListener('popstate', (event) => {
    const guard = guards.at(-1);
    if (!guard) return;
    const delta = indexOf(event.state) - guard.index;
    event.stopImmediatePropagation();
    if (guard.isReturning || delta === 0) {
      guard.isReturning = false;
      return;
    }
    guard.isReturning = true;
    history.go(-delta);
    leaveForms(() => history.go(delta));
  });
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
      const opensHere = link && link.target !== '_blank' && !(event.ctrlKey || event.metaKey || event.shiftKey);
      if (!opensHere || guards.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      leaveForms(() => link.click());
    },
    { capture: true },
  );
}

/** While changes are unsaved, stops Back, Forward, links and `leaveForms`, and calls `confirm` with the function that performs them after all. */
export function useLeaveGuard(isUnsaved: boolean, confirm: (proceed: () => void) => void) {
  const onIntercepted = useEffectEvent(confirm);
  useEffect(() => {
    if (!isUnsaved) return;
    const guard: Guard = {
      index: indexOf(history.state),
      isReturning: false,
      confirm: (proceed) => onIntercepted(proceed),
    };
    guards.push(guard);
    return () => remove(guard);
  }, [isUnsaved]);
}
