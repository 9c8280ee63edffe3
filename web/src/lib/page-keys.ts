import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** A key of the page that is shown, for the list of keys. */
export type PageKey = { keys: readonly string[]; does: string };

/** What a key does; answers false where it does nothing here, so that the browser's own meaning stands. */
export type KeyAction = (event: KeyboardEvent) => boolean;

const STORED = 'leadlight-single-keys';
const TYPING =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role="combobox"], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

let pageKeys: readonly PageKey[] = [];
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const singleKeysWork = () => localStorage.getItem(STORED) !== 'off';

/** Whether keys without Ctrl, Alt or Cmd act; who dictates turns them off, because a word spoken is many keys. */
export const useSingleKeys = () => useSyncExternalStore(subscribe, singleKeysWork);

export function letSingleKeysWork(work: boolean) {
  if (work) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, 'off');
  tell();
}

/** The keys of the page that is shown. */
export const usePageKeys = () => useSyncExternalStore(subscribe, () => pageKeys);

/** Whether a key is a page's: a single one, not typed into something. */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !singleKeysWork()) return false;
  return !(event.target instanceof Element && event.target.closest(TYPING));
}

/** Gives the page its keys while it is shown: `actions` by `event.key` (letters in lower case), `keys` (always the same object) for the list of keys. */
export function useKeysOfPage(keys: readonly PageKey[], actions: Record<string, KeyAction>) {
  const act = useEffectEvent((name: string, event: KeyboardEvent) => actions[name]?.(event));
  useEffect(() => {
    pageKeys = keys;
    tell();
    const press = (event: KeyboardEvent) => {
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (isPageKey(event) && act(name, event)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
      pageKeys = [];
      tell();
    };
  }, [keys]);
}
