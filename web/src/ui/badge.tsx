import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'accent' | 'approved' | 'pending' | 'danger';

const TONES: Record<Tone, string> = {
  neutral: 'bg-subtle text-muted',
  accent: 'bg-accent-soft text-accent-text',
  approved: 'bg-approved-soft text-approved',
  pending: 'bg-pending-soft text-pending',
  danger: 'bg-danger-soft text-danger',
};

export type BadgeProps = { tone?: Tone; icon?: LucideIcon; className?: string; children: ReactNode };

export function Badge({ tone = 'neutral', icon: Icon, className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 max-w-full items-center gap-1 rounded-sm px-1.5 font-medium text-xs',
        TONES[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden className="size-3 shrink-0" />}
      <span className="truncate">{children}</span>
    </span>
  );
}
