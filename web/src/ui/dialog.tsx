import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { buttonClass } from './button.tsx';
import { useDoubleClick } from './double-click.ts';
import { PageMark } from './page-mark.tsx';
import { useReturnFocus } from './return-focus.ts';
import { texts } from './texts.ts';

type DialogSize = 'sm' | 'md' | 'lg' | 'full';

const SIZES: Record<DialogSize, string> = {
  sm: 'max-w-md',
  md: 'max-w-xl',
  lg: 'max-w-3xl',
  full: 'max-w-5xl h-dvh md:h-[calc(100dvh-7.5rem)]',
};

export type DialogProps = {
  /** Left out where the dialog is rendered only while it is open. */
  open?: boolean;
  /** Called with false on Escape, on the close button and on a press outside; keep `open` true to prevent it. */
  onOpenChange?: (open: boolean) => void;
  /** It cannot be closed, and hides the page. */
  isLocked?: boolean;
  title: string;
  description?: ReactNode;
  size?: DialogSize;
  /** Content between the title and the scrolling body, for example the steps of a wizard. */
  header?: ReactNode;
  /** Content below the scrolling body, with its buttons at the right. */
  footer?: ReactNode;
  /** Finds the element that gets the focus afterwards, if not the one that had it. */
  returnTo?: (() => HTMLElement | null) | undefined;
  children: ReactNode;
};

/**
 * A click on a toast must not close the dialog: the toast may undo what the dialog did. Radix reports the click after it, when the toast may
 * have left the document.
 */
export function keepOpenForToasts(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-toast]')) event.preventDefault();
}

/** Handles a press on an overlay, which leaves the focus where it is. */
export const holdFocus = (event: MouseEvent) => event.preventDefault();

export const overlayClass =
  'fixed inset-0 z-50 bg-overlay data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out';

export function Dialog(props: DialogProps) {
  const {
    open = true,
    onOpenChange,
    isLocked,
    title,
    description,
    size = 'md',
    header,
    footer,
    returnTo,
    children,
  } = props;
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus(firstFocused, returnTo);
  const doubleClick = useDoubleClick();
  const onOpen = (event: Event) => {
    doubleClick.markOpened();
    onOpenAutoFocus(event);
  };
  const onInteractOutside = (event: Event) => {
    keepOpenForToasts(event);
    if (doubleClick.isPossible()) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay onMouseDown={holdFocus} className={clsx(overlayClass, isLocked && 'bg-surface!')} />
        <div className="pointer-events-none fixed inset-0 z-50 grid grid-cols-1 place-items-center max-md:items-end md:p-4">
          <Radix.Content
            {...(!description && { 'aria-describedby': undefined })}
            onInteractOutside={onInteractOutside}
            onOpenAutoFocus={onOpen}
            onCloseAutoFocus={onCloseAutoFocus}
            className={clsx(
              'pointer-events-auto flex max-h-[calc(100dvh-5.5rem)] w-full flex-col rounded-t-lg border border-border bg-float shadow-float outline-none md:max-h-[calc(100dvh-7.5rem)] md:rounded-b-lg',
              'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
              SIZES[size],
            )}
          >
            <PageMark name="dialog" />
            <DialogHead title={title} description={description} isLocked={isLocked} />
            {header && <div className="border-border border-b px-5 pb-4">{header}</div>}
            <DialogBody>{children}</DialogBody>
            {footer && (
              <div
                data-footer
                className="flex flex-wrap items-center justify-end gap-2 border-border border-t px-5 py-3"
              >
                {footer}
              </div>
            )}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A select in the header changes something at once, so it is no field. */
const FIELDS = ['input', 'textarea', '[data-body] [role=combobox]']
  .map((field) => `${field}:not([disabled], [hidden])`)
  .join();

/** The first field or, without one, the first and safest action. The dialog itself if it has neither: never the close button. */
function firstFocused(dialog: HTMLElement): HTMLElement {
  return (
    dialog.querySelector<HTMLElement>(FIELDS) ??
    dialog.querySelector<HTMLElement>('[data-footer] :is(a, button):not([disabled])') ??
    dialog
  );
}

function DialogBody({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  useScrollByKeyboard(body);
  return (
    <div ref={body} data-body className="min-h-0 flex-1 overflow-y-auto px-5 py-4 focus-visible:-outline-offset-2">
      {children}
    </div>
  );
}

function DialogHead({ title, description, isLocked }: Pick<DialogProps, 'title' | 'description' | 'isLocked'>) {
  return (
    <div className="flex items-start gap-4 px-5 pt-4 pb-3">
      <div className="min-w-0 flex-1">
        <Radix.Title className="wrap-anywhere font-semibold text-[1rem] leading-6">{title}</Radix.Title>
        {description && <Radix.Description className="mt-0.5 text-muted text-sm">{description}</Radix.Description>}
      </div>
      {!isLocked && (
        <Radix.Close aria-label={texts.close} className={buttonClass('ghost', 'icon', '-mt-1 -mr-2')}>
          <X aria-hidden className="size-4" />
        </Radix.Close>
      )}
    </div>
  );
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';

/** Makes an element that scrolls and has nothing to focus inside focusable, so that keys can scroll it. */
function useScrollByKeyboard(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const update = () => {
      const scrolls = element.scrollHeight > element.clientHeight;
      if (scrolls && !element.querySelector(FOCUSABLE)) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const observer = new ResizeObserver(update);
    for (const observed of [element, ...element.children]) observer.observe(observed);
    return () => observer.disconnect();
  });
}
