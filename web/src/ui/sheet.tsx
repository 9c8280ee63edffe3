import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import { keepOpenForToasts, overlayClass } from './dialog.tsx';
import { PageMark } from './page-mark.tsx';
import { useReturnFocus } from './return-focus.ts';
import { texts } from './texts.ts';

export type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The title that screen readers announce; the content has its own heading. */
  title: string;
  className?: string;
  children: ReactNode;
};

/** A panel that slides in from the left. */
export function Sheet({ open, onOpenChange, title, className, children }: SheetProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          aria-describedby={undefined}
          onInteractOutside={keepOpenForToasts}
          {...returnFocus}
          className={clsx(
            'fixed inset-y-0 left-0 z-50 flex max-w-[calc(100vw-3rem)] flex-col border-border border-r bg-float shadow-float outline-none',
            'data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in',
            className,
          )}
        >
          <PageMark name="dialog" />
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
          <Radix.Close
            aria-label={texts.close}
            className={buttonClass('ghost', 'icon', 'absolute! top-3 right-3 pointer-coarse:top-2')}
          >
            <X aria-hidden className="size-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
