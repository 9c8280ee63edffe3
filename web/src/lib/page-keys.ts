import { useEffect, useSyncExternalStore } from 'react';
import { useWindowEvent } from './use-window-event.ts';

/** A shortcut of the current page, as the list of shortcuts shows it. */
export type PageKey = { keys: readonly string[]; does: string };

/** Handles a key. Returns false if it does nothing here, so that the browser's default applies. */
type KeyAction = (event: KeyboardEvent) => boolean;

const STORAGE_KEY = 'leadlight-single-keys';
const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role="combobox"], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

let pageKeys: readonly PageKey[] = [];
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const areSingleKeysOn = () => localStorage.getItem(STORAGE_KEY) !== 'off';

/** Whether keys without Ctrl, Alt or Cmd act. Users of speech input turn them off, because a spoken word is many key presses. */
export const useSingleKeys = () => useSyncExternalStore(subscribe, areSingleKeysOn);

export function setSingleKeys(isOn: boolean) {
  if (isOn) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, 'off');
  notify();
}

export const usePageKeys = () => useSyncExternalStore(subscribe, () => pageKeys);

/** Whether a key belongs to text that is being composed, as in Japanese. In Safari the last such key comes after the composition. */
export const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229;

/** Whether a key press may be a page's shortcut: a single key, not typed into a control. */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !areSingleKeysOn()) return false;
  return !(event.target instanceof Element && event.target.closest(TYPING));
}

/** Registers the shortcuts of a page while it is shown. `actions` are keyed by `event.key` in lower case; `keys` must keep its identity. */
export function useKeysOfPage(keys: readonly PageKey[], actions: Record<string, KeyAction>) {
  useWindowEvent('keydown', (event) => {
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (isPageKey(event) && actions[name]?.(event)) event.preventDefault();
  });
  useEffect(() => {
    pageKeys = keys;
    notify();
    return () => {
      pageKeys = [];
      notify();
    };
  }, [keys]);
}

/** Calls back when a key is pressed with Ctrl or Cmd and no other modifier, wherever the focus is. Prevents the browser's own shortcut. */
export function useCtrlKey(key: string, onPress: () => void) {
  useWindowEvent('keydown', (event) => {
    const isMatch = event.key.toLowerCase() === key && (event.ctrlKey || event.metaKey);
    if (!isMatch || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onPress();
  });
}
