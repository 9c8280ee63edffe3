import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useWindowEvent } from '@/lib/use-window-event.ts';
import { keepOpenForToasts } from './dialog.tsx';
import { useDoubleClick } from './double-click.ts';
import { PageMark, usePageMark } from './page-mark.tsx';
import { useIsPhone } from './use-is-phone.ts';

export type SidePanelProps = {
  label: string;
  /** Called on Escape. */
  onClose: () => void;
  children: ReactNode;
};

/** A panel at the right, over the page or in its PanelSpace. On a phone it covers the page below the top bar and is modal. Gets the focus when it opens. */
export function SidePanel(props: SidePanelProps) {
  usePageMark('side-panel');
  return useIsPhone() ? <PhonePanel {...props} /> : <PanelBeside {...props} />;
}

const PLACE = 'fixed top-[calc(3.5rem+var(--banner))] right-0 bottom-0 w-104 max-w-full border-border border-l';

export type PanelSpaceProps = { icon: LucideIcon /** Shown while the panel is closed. */; hint: string | false };

/** From 1280 px on, the place of the panel beside the page, so that it covers nothing, and nothing moves when it opens or closes. */
export function PanelSpace({ icon: Icon, hint }: PanelSpaceProps) {
  usePageMark('panel-space');
  return (
    <div className={clsx(PLACE, 'z-10 hidden place-content-center px-6 text-center xl:grid')}>
      {hint && (
        <>
          <Icon aria-hidden className="mx-auto mb-3 size-6 text-muted" strokeWidth={1.5} />
          <p className="text-muted text-sm">{hint}</p>
        </>
      )}
    </div>
  );
}

function PhonePanel({ label, onClose, children }: SidePanelProps) {
  const ignoreDoubleClick = useIgnoreDoubleClick();
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Content
          data-side-panel
          aria-describedby={undefined}
          onInteractOutside={keepOpenForToasts}
          onClickCapture={ignoreDoubleClick}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="fixed inset-x-0 top-[calc(3.5rem+var(--banner))] bottom-0 z-50 flex animate-slide-in-right flex-col bg-raised outline-none"
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <PageMark name="dialog" />
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
const FIELDS = 'input, textarea, select, [role=combobox]';

function PanelBeside({ label, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const ignoreDoubleClick = useIgnoreDoubleClick();
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);

  useWindowEvent('keydown', ({ key, defaultPrevented, target }) => {
    if (key !== 'Escape' || defaultPrevented || !(target instanceof Element) || target.closest(OVERLAYS)) return;
    if (!target.matches(FIELDS)) onClose();
    else if (panel.current?.contains(target)) panel.current.focus();
  });

  return (
    <aside
      ref={panel}
      data-side-panel
      tabIndex={-1}
      aria-label={label}
      onClickCapture={ignoreDoubleClick}
      className={clsx(
        PLACE,
        'z-20 flex animate-slide-in-right flex-col bg-raised shadow-float outline-none',
        'xl:in-data-has-panel-space:animate-none xl:in-data-has-panel-space:shadow-none',
      )}
    >
      {children}
    </aside>
  );
}

/** Ignores the second click of a double-click on a row, because the first one has opened the panel below the pointer. */
function useIgnoreDoubleClick() {
  const doubleClick = useDoubleClick();
  useEffect(() => doubleClick.markOpened(), [doubleClick]);
  return (event: MouseEvent) => {
    if (event.detail < 2 || !doubleClick.isPossible()) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
