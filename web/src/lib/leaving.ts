import { useEffect, useRef } from 'react';

/** While something would be lost, the browser asks before the tab is closed or the page is loaded anew. */
export function useWarningOnUnload(mayLose: boolean) {
  useEffect(() => {
    if (!mayLose) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [mayLose]);
}

/** The place of an entry in the browser's history, as the router numbers them. */
const placeOf = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;

/** While something would be lost, the browser's Back and Forward are taken back and `ask` is called with what does them after all. */
export function useHeldBack(mayLose: boolean, ask: (goOn: () => void) => void) {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (!mayLose) return;
    const here = placeOf(history.state);
    let returning = false;
    let released = false;
    const hold = (event: PopStateEvent) => {
      const by = placeOf(event.state) - here;
      if (released) return;
      event.stopImmediatePropagation(); // before the router hears of it
      if (returning || by === 0) {
        returning = false;
        return;
      }
      returning = true;
      history.go(-by);
      latest.current(() => {
        released = true;
        history.go(by);
      });
    };
    addEventListener('popstate', hold, { capture: true });
    return () => removeEventListener('popstate', hold, { capture: true });
  }, [mayLose]);
}
