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

let guard: Guard | null = null;

/** The position of a history entry; React Router numbers them in `state.idx`. */
const indexOf = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;

/** Lets `useBackGuard` intercept Back and Forward. Must be called before the router starts to listen, so that it sees only what is let through. */
export function guardHistory() {
  addEventListener('popstate', (event) => {
    if (!guard) return;
    const delta = indexOf(event.state) - guard.index;
    event.stopImmediatePropagation();
    if (guard.isReturning || delta === 0) {
      guard.isReturning = false;
      return;
    }
    guard.isReturning = true;
    history.go(-delta);
    guard.confirm(() => {
      guard = null;
      history.go(delta);
    });
  });
}

/** While changes are unsaved, reverts Back and Forward and calls `confirm` with the function that performs them after all. */
export function useBackGuard(isUnsaved: boolean, confirm: (proceed: () => void) => void) {
  const onIntercepted = useEffectEvent(confirm);
  useEffect(() => {
    if (!isUnsaved) return;
    guard = { index: indexOf(history.state), isReturning: false, confirm: (proceed) => onIntercepted(proceed) };
    return () => {
      guard = null;
    };
  }, [isUnsaved]);
}
