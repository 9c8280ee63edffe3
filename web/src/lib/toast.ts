import { reasonOf } from './failure.ts';

type ToastTone = 'neutral' | 'success' | 'danger';

export type Toast = {
  title: string;
  description?: string;
  tone?: ToastTone;
  /** One thing to do about it, such as undoing it. */
  action?: { label: string; onClick: () => void };
};

export type ShownToast = Toast & { id: number };

/** How long a toast stays, not counting the time during which it is hovered or holds the focus. */
export const TOAST_MS = 6000;
const MOST_AT_ONCE = 3;

let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly ShownToast[]) {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast from anywhere and answers its id; the oldest gives way to a fourth. */
export function toast(content: Toast): number {
  lastId += 1;
  show([...shown, { ...content, id: lastId }].slice(-MOST_AT_ONCE));
  return lastId;
}

/** Tells what could not be done, and why: a failure as it was caught, or words. */
export const toastFailure = (title: string, failure: unknown): number =>
  toast({ title, description: reasonOf(failure), tone: 'danger' });

export function dismissToast(id: number) {
  show(shown.filter((one) => one.id !== id));
}

export const shownToasts = () => shown;

export function onToastsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
