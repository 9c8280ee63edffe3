import { failureReason } from './lib/failure.ts';
import { commonTexts } from './lib/texts.ts';

/** Shown instead of the app if its code or configuration cannot be loaded. It does without React, whose code may be missing, too. */
export function showUnreachable(root: HTMLElement, cause: unknown) {
  const { title, description } = commonTexts.unreachableApp;
  const retry = element(
    'button',
    'mt-5 h-8 rounded-md border border-border bg-raised px-3 font-medium text-sm',
    commonTexts.retry,
  );
  retry.addEventListener('click', () => location.reload());
  const alert = element(
    'div',
    'flex flex-col items-center px-6 py-16 text-center',
    element('p', 'font-medium', title),
    element('p', 'mt-1 max-w-sm text-muted text-sm', description),
    retry,
    element('p', 'mt-4 max-w-lg break-words text-muted text-xs', failureReason(cause)),
  );
  alert.setAttribute('role', 'alert');
  root.replaceChildren(element('main', 'grid min-h-dvh place-items-center', alert));
}

function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const created = Object.assign(document.createElement(tag), { className });
  created.append(...children);
  return created;
}
