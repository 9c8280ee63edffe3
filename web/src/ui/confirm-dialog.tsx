import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from './button.tsx';
import { holdFocus, overlayClass } from './dialog.tsx';
import { useReturnFocus } from './return-focus.ts';

export type ConfirmDialogProps = {
  /** Left out where the dialog is rendered only while it is open. */
  open?: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** Content that the description refers to, for example a list. */
  children?: ReactNode;
  /** The verb of what will be done, such as 'Delete 12 rows'. */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Keeps the dialog open and shows progress on the confirming button. */
  busy?: boolean;
  onConfirm: () => void;
  /** Finds the element that gets the focus afterwards, if not the one that had it. */
  returnTo?: () => HTMLElement | null | undefined;
  /** A second way to confirm, before the first one. */
  alternative?: { label: string; onConfirm: () => void } | undefined;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open = true,
    onOpenChange,
    title,
    description,
    children,
    confirmLabel,
    cancelLabel = commonTexts.cancel,
    danger,
    busy,
    onConfirm,
    returnTo,
    alternative,
  } = props;
  const returnFocus = useReturnFocus(undefined, returnTo);
  return (
    <Radix.Root open={open} onOpenChange={busy ? undefined : onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay onMouseDown={holdFocus} className={overlayClass} />
        <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center p-4">
          <Radix.Content
            {...returnFocus}
            className="pointer-events-auto w-full max-w-md rounded-lg border border-border bg-float p-5 shadow-float outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
          >
            <Radix.Title className="wrap-anywhere font-semibold text-[1rem] leading-6">{title}</Radix.Title>
            <Radix.Description className="wrap-anywhere mt-1 text-muted text-sm">{description}</Radix.Description>
            {children && <div className="mt-3 max-h-[40dvh] overflow-y-auto">{children}</div>}
            <div className="mt-5 flex flex-wrap justify-end gap-2">
              <Radix.Cancel asChild>
                <Button disabled={busy}>{cancelLabel}</Button>
              </Radix.Cancel>
              {alternative && (
                <Button disabled={busy} onClick={alternative.onConfirm}>
                  {alternative.label}
                </Button>
              )}
              <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
