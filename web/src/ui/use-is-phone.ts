import { useSyncExternalStore } from 'react';

const PHONE = '(max-width: 767px)';

/** Whether the window is as narrow as a phone's. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);
}

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(PHONE);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
