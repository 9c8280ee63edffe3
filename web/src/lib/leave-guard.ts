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

type Guard = { confirm: (proceed: () => void) => void };

/** The guards of forms with unsaved changes, the newest last. */
const guards: Guard[] = [];

/** How many forms on the page have unsaved changes. */
export const countUnsavedForms = () => guards.length;

/** Leaves the forms on the page and then calls back: at once, or after the user has confirmed to discard unsaved changes. */
export function leaveForms(proceed: () => void) {
  const guard = guards.at(-1);
  if (!guard) return proceed();
  guard.confirm(() => {
    remove(guard);
    leaveForms(proceed);
  });
}

/** Parts of the page that go on where they were, but need no confirmation to leave. */
let ongoing = 0;

/** Keeps the page, as unsaved changes do, if the session ends: it goes on after the next sign-in. */
export function useOngoing(isOngoing: boolean) {
  useEffect(() => {
    if (!isOngoing) return;
    ongoing += 1;
    return () => {
      ongoing -= 1;
    };
  }, [isOngoing]);
}

/** Whether leaving the page would lose something. */
export const hasWork = () => guards.length > 0 || ongoing > 0;

function remove(guard: Guard) {
  if (guards.includes(guard)) guards.splice(guards.indexOf(guard), 1);
}

/** While changes are unsaved, stops Back, Forward, links and `leaveForms`, and calls `confirm` with the function that performs them after all. */
export function useLeaveGuard(isUnsaved: boolean, confirm: (proceed: () => void) => void) {
  const onIntercepted = useEffectEvent(confirm);
  useEffect(() => {
    if (!isUnsaved) return;
    const guard: Guard = { confirm: (proceed) => onIntercepted(proceed) };
    guards.push(guard);
    return () => remove(guard);
  }, [isUnsaved]);
}
