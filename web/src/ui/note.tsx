import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';

const TONES: Record<Tone, { look: string; icon: LucideIcon }> = {
  neutral: { look: 'border border-border bg-surface text-muted', icon: Info },
  info: { look: 'bg-accent-soft text-accent-text', icon: Info },
  success: { look: 'bg-success-soft text-success', icon: CircleCheck },
  warning: { look: 'bg-warning-soft text-warning', icon: TriangleAlert },
  danger: { look: 'bg-danger-soft text-danger', icon: CircleAlert },
};

export type NoteProps = {
  tone?: Tone;
  icon?: LucideIcon;
  title?: string;
  /** Buttons below the text. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A message within a page, announced to screen readers: errors and warnings at once. */
export function Note({ tone = 'neutral', icon, title, action, className, children }: NoteProps) {
  const { look, icon: own } = TONES[tone];
  const Icon = icon ?? own;
  return (
    <div
      role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
      className={clsx('flex gap-2.5 rounded-lg px-4 py-3', look, className)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-medium">{title}</p>}
        <div className="break-words text-sm">{children}</div>
        {action && <div className="mt-2.5 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  );
}
