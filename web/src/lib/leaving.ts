import { useEffect, useEffectEvent } from 'react';

/** While something would be lost, the browser asks before the tab is closed or the page is loaded anew. */
export function useWarningOnUnload(mayLose: boolean) {
  useEffect(() => {
    if (!mayLose) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [mayLose]);
}

type Guard = { here: number; returning: boolean; ask: (goOn: () => void) => void };

let guard: Guard | null = null;

/** The place of an entry in the browser's history, as the router numbers them. */
const placeOf = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;

/** Lets Back and Forward be held: must be called before the router begins to listen, so that it hears only of what is let through. */
export function watchHistory() {
  addEventListener('popstate', (event) => {
    if (!guard) return;
    const by = placeOf(event.state) - guard.here;
    event.stopImmediatePropagation();
    if (guard.returning || by === 0) {
      guard.returning = false;
      return;
    }
    guard.returning = true;
    history.go(-by);
    guard.ask(() => {
      guard = null;
      history.go(by);
    });
  });
}

/** While something would be lost, the browser's Back and Forward are taken back and `ask` is called with what does them after all. */
export function useHeldBack(mayLose: boolean, ask: (goOn: () => void) => void) {
  const onHeld = useEffectEvent(ask);
  useEffect(() => {
    if (!mayLose) return;
    guard = { here: placeOf(history.state), returning: false, ask: (goOn) => onHeld(goOn) };
    return () => {
      guard = null;
    };
  }, [mayLose]);
}
