import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { texts } from '../texts.ts';
import { type ImportRun, rowsLeft, type WizardState } from '../wizard-reducer.ts';

const { steps: names } = texts.wizard;

const STEPS: readonly { step: WizardState['step']; name: string }[] = [
  { step: 'upload', name: names.upload },
  { step: 'mapping', name: names.mapping },
  { step: 'processing', name: names.processing },
  { step: 'results', name: names.results },
];

/** The four steps: completed ones are checked, the current one is highlighted. */
export function StepList({ current }: { current: WizardState['step'] }) {
  const at = STEPS.findIndex(({ step }) => step === current);
  return (
    <ol aria-label={names.label} className="flex items-center gap-2 text-sm">
      {STEPS.map(({ step, name }, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={clsx(
            'flex items-center gap-2',
            index > 0 && 'before:h-px before:w-4 before:bg-border md:before:w-8',
            index === at ? 'font-medium text-text' : 'text-muted',
          )}
        >
          <span
            aria-hidden
            className={clsx(
              'grid size-5 shrink-0 place-items-center rounded-full text-xs tabular-nums',
              index < at && 'bg-accent-soft text-accent-text',
              index === at && 'bg-accent text-on-accent',
              index > at && 'border border-border',
            )}
          >
            {index < at ? <Check className="size-3" strokeWidth={3} /> : index + 1}
          </span>
          <span className={clsx(index !== at && 'max-md:sr-only')}>{name}</span>
        </li>
      ))}
    </ol>
  );
}

/** Receives the focus when its step is shown. */
export function StepHeading({ children }: { children: ReactNode }) {
  return (
    <h3 data-step-heading tabIndex={-1} className="font-semibold outline-none">
      {children}
    </h3>
  );
}

type InterruptedNoteProps = {
  run: ImportRun;
  onResume: () => void;
  /** How far the import came. */
  children: ReactNode;
};

export function InterruptedNote({ run, onResume, children }: InterruptedNoteProps) {
  return (
    <Note
      action={
        <Button size="sm" variant="primary" onClick={onResume}>
          {texts.interrupted.resume}
        </Button>
      }
    >
      {children}
      {texts.interrupted.left(rowsLeft(run))}
    </Note>
  );
}
