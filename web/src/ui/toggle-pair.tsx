import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { Tone } from './badge.tsx';

type ToggleChoice<Value extends string> = { value: Value; label: string; icon: LucideIcon; tone: Tone };

export type TogglePairProps<Value extends string> = {
  /** Accessible name of the group. */
  label: string;
  choices: readonly [ToggleChoice<Value>, ToggleChoice<Value>];
  /** Null while neither is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  disabled?: boolean;
  /** Classes of the labels, to hide them on narrow screens; they stay accessible names. */
  wordClassName?: string;
  className?: string;
};

const PRESSED: Record<Tone, string> = {
  neutral: 'aria-pressed:bg-subtle aria-pressed:text-text',
  info: 'aria-pressed:bg-accent-soft aria-pressed:text-accent-text',
  success: 'aria-pressed:bg-success-soft aria-pressed:text-success',
  warning: 'aria-pressed:bg-warning-soft aria-pressed:text-warning',
  danger: 'aria-pressed:bg-danger-soft aria-pressed:text-danger',
};

export function TogglePair<Value extends string>(props: TogglePairProps<Value>) {
  const { label, choices, value, onChange, disabled, wordClassName, className } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings its own layout into a table row
    <div
      role="group"
      aria-label={label}
      className={clsx(
        'inline-flex shrink-0 divide-x divide-border rounded-md border border-border bg-raised',
        className,
      )}
    >
      {choices.map(({ value: own, label: word, icon: Icon, tone }) => (
        <button
          key={own}
          type="button"
          aria-pressed={value === own}
          aria-label={word}
          disabled={disabled}
          onClick={() => onChange(own)}
          className={clsx(
            'inline-flex h-7 items-center gap-1 px-2 font-medium text-muted text-xs transition-colors first:rounded-l-[7px] last:rounded-r-[7px] pointer-coarse:h-10 pointer-coarse:px-3',
            'hover:bg-subtle hover:text-text disabled:opacity-50',
            PRESSED[tone],
          )}
        >
          <Icon aria-hidden className="size-3.5" strokeWidth={value === own ? 2.75 : 2} />
          <span className={wordClassName}>{word}</span>
        </button>
      ))}
    </div>
  );
}
