import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

export const toneClasses: Record<Tone, string> = {
  neutral: 'bg-subtle text-muted',
  info: 'bg-accent-soft text-accent-text',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

export type BadgeProps = { tone?: Tone; icon?: LucideIcon; className?: string; children: ReactNode };

export function Badge({ tone = 'neutral', icon: Icon, className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 max-w-full items-center gap-1 rounded-sm px-1.5 font-medium text-xs',
        toneClasses[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden className="size-3 shrink-0" />}
      <span dir="auto" className="truncate">
        {children}
      </span>
    </span>
  );
}

type MarkProps = { tone: Tone; label: string; title?: string; children: ReactNode };

/** A badge of icons. */
export const Mark = ({ tone, label, title = label, children }: MarkProps) => (
  <span
    role="img"
    aria-label={label}
    title={title}
    className={clsx('relative inline-flex h-5 shrink-0 items-center gap-0.5 rounded-sm px-1', toneClasses[tone])}
  >
    {children}
  </span>
);
