import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-border bg-raised text-text hover:bg-subtle',
  ghost: 'text-muted hover:bg-subtle hover:text-text',
  danger: 'bg-danger-fill text-on-danger hover:opacity-90',
};

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-7 gap-1.5 px-2.5 text-xs pointer-coarse:h-9',
  md: 'h-8 gap-1.5 px-3 text-sm pointer-coarse:h-10',
  icon: 'size-8 pointer-coarse:size-10',
  lg: 'h-10 gap-2 px-4 text-base pointer-coarse:h-11',
};

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', className?: string): string {
  return clsx(
    'relative inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md font-medium transition-colors',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50',
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  /** Shows a spinner, keeps the width and ignores clicks, without losing the focus. */
  busy?: boolean;
};

export function Button({ variant, size, icon: Icon, busy, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass(variant, size, className)}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      <span className={clsx('inline-flex items-center gap-[inherit]', busy && 'opacity-0')}>
        {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
        {children}
      </span>
      {busy && <Spinner className="absolute" />}
    </button>
  );
}

/** Hidden from screen readers: a text beside it describes the progress. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className={clsx('size-4 animate-spin', className)}>
      <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeWidth="2" opacity="0.25" />
      <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
