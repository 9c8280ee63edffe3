import { useEffect, useEffectEvent } from 'react';

/** Calls back when a letter is pressed with Ctrl or Cmd alone, wherever the focus is, in place of what the browser would do. */
export function useCtrlKey(letter: string, onPress: () => void) {
  const act = useEffectEvent(onPress);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isIt = event.key.toLowerCase() === letter && (event.ctrlKey || event.metaKey);
      if (!isIt || event.shiftKey || event.altKey) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [letter]);
}
