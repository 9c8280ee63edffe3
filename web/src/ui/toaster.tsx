import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type FocusEvent, useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { dismissToast, onToastsChanged, type ShownToast, shownToasts, TOAST_MS } from '@/lib/toast.ts';
import { useWindowEvent } from '@/lib/use-window-event.ts';
import { Button } from './button.tsx';
import { texts } from './texts.ts';

/**
 * The toasts. Announced politely, focused with F8, paused while hovered or focused. Only the newest is shown, the others follow it. All in the top bar's
 * strip, which no title, form, row, panel or dialog reaches; a longer text is cut there, until the toast is pointed at or focused. Rendered once, at the
 * root of the app.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(onToastsChanged, shownToasts);
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);

  useWindowEvent('keydown', ({ key }) => {
    if (key === 'F8') region.current?.querySelector<HTMLElement>('li:last-child button')?.focus();
  });

  const storeOrigin = (event: FocusEvent) => {
    setFocused(true);
    const origin = event.relatedTarget;
    if (origin instanceof HTMLElement && !region.current?.contains(origin)) cameFrom.current = origin;
  };
  const dismiss = useCallback((id: number) => {
    if (region.current?.contains(document.activeElement)) cameFrom.current?.focus();
    dismissToast(id);
    setHovered(false);
    setFocused(false);
  }, []);

  return (
    <section
      ref={region}
      aria-label={texts.notifications}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={storeOrigin}
      onBlur={() => setFocused(false)}
      className="pointer-events-none print:hidden fixed inset-x-2 top-[calc(0.25rem+var(--banner))] z-[60] in-data-has-dialog:top-1 md:right-auto md:left-16 md:in-data-has-sidebar-open:left-76 md:w-84 xl:w-104"
    >
      <ol aria-live="polite" aria-relevant="additions">
        {toasts.map((one, index) => (
          <ToastCard
            key={one.id}
            toast={one}
            waiting={hovered || focused || index < toasts.length - 1}
            onDismiss={dismiss}
          />
        ))}
      </ol>
    </section>
  );
}

type ToastCardProps = { toast: ShownToast; waiting: boolean; onDismiss: (id: number) => void };

/** Ignores the second click of a double-click, which may be on the toast that this one covered. */
function ToastCard({ toast, waiting, onDismiss }: ToastCardProps) {
  const { id, title, description, tone = 'neutral', action } = toast;
  useExpiry(waiting, () => onDismiss(id));
  const act = () => {
    action?.onClick();
    onDismiss(id);
  };
  return (
    <li
      data-toast
      className={clsx(
        'pointer-events-auto flex not-last:hidden min-h-11 animate-rise-in items-center gap-3 rounded-lg border bg-float py-0.75 pr-2 pl-4 shadow-float max-md:gap-2 max-md:pl-3',
        tone === 'danger' ? 'border-danger' : 'border-border',
      )}
    >
      {tone === 'danger' && <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />}
      {tone === 'success' && <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />}
      <div className="line-clamp-2 min-w-0 flex-1 break-words text-sm [li:is(:hover,:focus-within)>&]:line-clamp-12">
        <p className={clsx('inline font-medium', tone === 'danger' && 'text-danger')}>{title}</p>
        {description && <p className="inline text-muted before:content-['_']">{description}</p>}
      </div>
      {action && (
        <Button size="sm" onClick={({ detail }) => detail < 2 && act()}>
          {action.label}
        </Button>
      )}
      <button
        type="button"
        aria-label={texts.dismiss(title)}
        onClick={({ detail }) => detail < 2 && onDismiss(id)}
        className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-subtle hover:text-text pointer-coarse:size-9"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}

/** Calls back once the toast's time has passed. The time stops while it waits. */
function useExpiry(waiting: boolean, expire: () => void) {
  const left = useRef(TOAST_MS);
  const onExpired = useEffectEvent(expire);
  useEffect(() => {
    if (waiting) return;
    const since = performance.now();
    const timer = setTimeout(() => onExpired(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [waiting]);
}
