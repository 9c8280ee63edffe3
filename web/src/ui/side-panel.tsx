import { clsx } from 'clsx';
import { Dialog as Radix } from 'radix-ui';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useWindowEvent } from '@/lib/use-window-event.ts';
import { keepOpenForToasts } from './dialog.tsx';
import { useDoubleClick } from './double-click.ts';
import { PageMark, usePageMark } from './page-mark.tsx';
import { PANEL_PLACE } from './panel-space.tsx';
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
        PANEL_PLACE,
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
