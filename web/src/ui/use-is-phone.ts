import { useSyncExternalStore } from 'react';

const PHONE = '(max-width: 767px)';
const TABLET = '(max-width: 1023px)';

export function useIsPhone(): boolean {
  return useSyncExternalStore(onPhoneChange, () => matchMedia(PHONE).matches);
}

/** Whether the window is as narrow as a tablet's, or narrower. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(onTabletChange, () => matchMedia(TABLET).matches);
}

const subscribeTo = (query: string) => (onChange: () => void) => {
  const media = matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
};
const onPhoneChange = subscribeTo(PHONE);
const onTabletChange = subscribeTo(TABLET);
