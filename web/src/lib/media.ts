import { useCallback, useSyncExternalStore } from 'react';

/** Below this width, in px, the app is laid out for a phone. */
const MOBILE_BREAKPOINT = 768;

/** Whether a media query holds, followed as it changes. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

export const useIsMobile = () => useMedia(`(max-width: ${MOBILE_BREAKPOINT - 1}px)`);
