import { useEffect, useEffectEvent } from 'react';

/** Calls back when a key is pressed with Ctrl or Cmd and no other modifier, wherever the focus is. Prevents the browser's own shortcut. */
export function useCtrlKey(key: string, onPress: () => void) {
  const handlePress = useEffectEvent(onPress);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isMatch = event.key.toLowerCase() === key && (event.ctrlKey || event.metaKey);
      if (!isMatch || event.shiftKey || event.altKey) return;
      event.preventDefault();
      handlePress();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [key]);
}
