import { useSyncExternalStore } from 'react';
import { failureReason, isAbort } from './failure.ts';

export type Toast = {
  title: string;
  description?: string;
  tone?: 'neutral' | 'success' | 'danger';
  /** One action, such as undoing it. `undoes` names what it undoes where the page offers the same. */
  action?: { label: string; onClick: () => void; undoes?: string };
};

export type ShownToast = Toast & { id: number };

/** The time that a toast stays, without the time in which it is hovered or focused. */
export const TOAST_MS = 6000;
const MAX_TOASTS = 3;

let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly ShownToast[]) {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast and returns its id. A fourth toast replaces the oldest. */
export function toast(content: Toast): number {
  lastId += 1;
  show([...shown, { ...content, id: lastId }].slice(-MAX_TOASTS));
  return lastId;
}

export function replaceToasts(content: Toast): void {
  shown = [];
  toast(content);
}

/** Shows what failed and why: a caught error, or a text. Nothing failed where the user stopped it. */
export function toastFailure(title: string, failure: unknown): void {
  if (!isAbort(failure)) toast({ title, description: failureReason(failure), tone: 'danger' });
}

export function dismissToast(id: number) {
  show(shown.filter((one) => one.id !== id));
}

export const dismissToasts = (): void => show([]);

export const shownToasts = () => shown;

export function onToastsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the shown toast undoes this. The page then offers the same after the toast, so that there is one Undo at a time. */
export const useIsUndoInToast = (undoes: string): boolean =>
  useSyncExternalStore(onToastsChanged, () => shown.at(-1)?.action?.undoes === undoes);
