import type { GuestLink } from './guest/guest-link-data.ts';

const KEY = 'leadlight.review-preview';

/** Keeps a link that is not made yet for a tab that this one opens, which starts with a copy of the storage. */
export const storePreview = (link: GuestLink): void => sessionStorage.setItem(KEY, JSON.stringify(link));

/** The link to preview in this tab; null without one. */
export const readPreview = (): GuestLink | null => JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
