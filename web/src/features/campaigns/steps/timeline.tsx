import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { lintStep } from '#domain/campaign/lint.ts';
import { daysOf, moved, stepTypeNames } from '#domain/campaign/steps.ts';
import type { Step } from '../data.ts';
import { StepEditor } from '../editor/step-editor.tsx';
import type { Editing } from '../editor/use-editing.ts';
import { useGaps } from '../writing/use-gaps.ts';
import { ChannelIcon } from './channel-icon.tsx';
import { StepCard } from './step-card.tsx';
import { useStepActions } from './use-step-actions.ts';
import { lineAt, useStepDrag } from './use-step-drag.ts';

export type TimelineProps = { steps: readonly Step[]; editing: Editing };

/** The steps from top to bottom, each with its channel and its day; the one that is being written is open in its place. */
export function Timeline({ steps, editing }: TimelineProps) {
  const list = useRef<HTMLOListElement>(null);
  const gaps = useGaps();
  const { order, duplicate, remove } = useStepActions(steps);
  const { moveTo, moveBy, word } = useAnnouncedMoves(list, steps, order);
  const { drag, handle } = useStepDrag(list, moveTo);
  const days = daysOf(steps);
  const openId = editing.edited?.read?.id;
  const isOpenGone = openId !== undefined && !steps.some(({ id }) => id === openId);

  const pressed = (id: string) => (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    moveBy(id, by);
  };

  return (
    <>
      <ol ref={list} aria-label="Steps">
        {steps.map((step, place) => (
          <Stop
            key={step.id}
            step={step}
            lineAbove={lineAt(drag, place)}
            lineBelow={place === steps.length - 1 && lineAt(drag, steps.length)}
            dragged={drag?.from === place}
          >
            {step.id === openId ? (
              <StepEditor editing={editing} steps={steps} />
            ) : (
              <StepCard
                step={step}
                day={days[place] ?? 0}
                findings={lintStep(step, steps.slice(0, place), gaps)}
                takesFocus={editing.focused === step.id}
                handle={{ ...handle(place), onKeyDown: pressed(step.id) }}
                onEdit={() => editing.begin(step)}
                onDuplicate={() => duplicate(step)}
                onDelete={async () => {
                  const beside = steps[place + 1] ?? steps[place - 1];
                  if (await remove(step)) editing.focus(beside?.id ?? 'new');
                }}
                onMoveUp={place > 0 ? () => moveTo(place, place - 1) : undefined}
                onMoveDown={place + 1 < steps.length ? () => moveTo(place, place + 1) : undefined}
              />
            )}
          </Stop>
        ))}
      </ol>
      {isOpenGone && <StepEditor editing={editing} steps={steps} />}
      <p role="status" className="sr-only">
        {word}
      </p>
    </>
  );
}

type StopProps = { step: Step; lineAbove: boolean; lineBelow: boolean; dragged: boolean; children: ReactNode };

/** A stop of the timeline: the channel's sign on the line, the step beside it. */
function Stop({ step, lineAbove, lineBelow, dragged, children }: StopProps) {
  const line = 'absolute inset-x-0 h-0.5 rounded-full bg-accent';
  return (
    <li data-step={step.id} className={clsx('group relative flex gap-3 pb-3', dragged && 'opacity-50')}>
      {lineAbove && <span aria-hidden className={clsx(line, '-top-2')} />}
      <span aria-hidden className="absolute top-9 bottom-0 left-4 w-px bg-border group-last:hidden max-md:hidden" />
      <span className="max-md:hidden">
        <ChannelIcon type={step.step_type} />
      </span>
      <div className="min-w-0 flex-1">{children}</div>
      {lineBelow && <span aria-hidden className={clsx(line, 'bottom-1')} />}
    </li>
  );
}

/** Moves steps, says aloud where they have come, and keeps the focus on the handle that was used. */
function useAnnouncedMoves(
  list: RefObject<HTMLElement | null>,
  steps: readonly Step[],
  order: (ids: readonly string[]) => void,
) {
  const [word, setWord] = useState('');
  const held = useRef<string>(undefined);
  const latest = useRef<readonly Step[]>(steps);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the row under the focus is put elsewhere when the order changes
  useLayoutEffect(() => {
    const row = held.current && list.current?.querySelector(`[data-step="${held.current}"]`);
    if (row && !row.contains(document.activeElement)) row.querySelector<HTMLElement>('[data-handle]')?.focus();
    held.current = undefined;
    latest.current = steps;
  }, [steps]);

  const moveTo = (from: number, to: number) => {
    const step = latest.current[from];
    if (!step || to < 0 || to >= steps.length) return;
    held.current = step.id;
    setWord(`${stepTypeNames[step.step_type]} is now step ${to + 1} of ${steps.length}`);
    latest.current = moved(latest.current, from, to);
    order(latest.current.map(({ id }) => id));
  };
  /** Keys may come faster than the screen follows, so they count from the order that was last asked for. */
  const moveBy = (id: string, by: number) => {
    const from = latest.current.findIndex((step) => step.id === id);
    moveTo(from, from + by);
  };
  return { moveTo, moveBy, word };
}
