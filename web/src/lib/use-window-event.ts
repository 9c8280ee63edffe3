import { useEffect, useEffectEvent } from 'react';

/** Handles an event of the window, or one that bubbles up to it, while the component is mounted. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  handle: (event: WindowEventMap[Name]) => void,
) {
  const onEvent = useEffectEvent(handle);
  useEffect(() => {
    const listener = (event: WindowEventMap[Name]) => onEvent(event);
    window.addEventListener(name, listener);
    return () => window.removeEventListener(name, listener);
  }, [name]);
}
