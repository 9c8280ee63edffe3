import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { type Tone, toneClasses } from './badge.tsx';

type ToggleChoice<Value extends string> = {
  value: Value;
  label: string;
  /** Shown instead of the verb while it is chosen, such as 'Approved'. */
  state: string;
  icon: LucideIcon;
  tone: Tone;
};

export type TogglePairProps<Value extends string> = {
  label: string;
  choices: readonly [ToggleChoice<Value>, ToggleChoice<Value>];
  /** Null while neither is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  /** Classes of the words, to hide them on narrow screens; they stay accessible names. */
  wordClassName?: string;
  halfClassName?: string;
};

/** Two actions of which at most one has been taken. The one taken reads as a state, and the other one stays a quiet action. */
export function TogglePair<Value extends string>(props: TogglePairProps<Value>) {
  const { label, choices, value, onChange, wordClassName, halfClassName } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings its own layout into a table row
    <div
      role="group"
      aria-label={label}
      className="inline-flex shrink-0 divide-x divide-border rounded-md border border-border bg-raised"
    >
      {choices.map(({ value: own, label: verb, state, icon: Icon, tone }) => {
        const isChosen = value === own;
        const word = isChosen ? state : verb;
        return (
          <button
            key={own}
            type="button"
            aria-pressed={isChosen}
            aria-label={word}
            onClick={() => onChange(own)}
            className={clsx(
              'inline-flex h-7 items-center justify-center gap-1 px-2 text-xs transition-colors first:rounded-l-[7px] last:rounded-r-[7px] pointer-coarse:h-10 pointer-coarse:px-3',
              isChosen
                ? clsx('cursor-default! font-semibold', toneClasses[tone])
                : clsx('font-medium hover:bg-subtle hover:text-text', value === null ? 'text-text' : 'text-muted'),
              halfClassName,
            )}
          >
            <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={isChosen ? 2.75 : 2} />
            <span className={wordClassName}>{word}</span>
          </button>
        );
      })}
    </div>
  );
}
