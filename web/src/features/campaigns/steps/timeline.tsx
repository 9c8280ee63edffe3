import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { moved, stepDays, stepTypeNames } from '#domain/campaign/steps.ts';
import { useCampaign } from '../campaign-context.ts';
import type { Step } from '../data.ts';
import { StepEditor } from '../editor/step-editor.tsx';
import type { StepEditorState } from '../editor/use-step-editor.ts';
import { useFindings } from '../message/use-findings.ts';
import { texts } from '../texts.ts';
import { ChannelIcon, StepCard } from './step-card.tsx';
import { useStepActions } from './use-step-actions.ts';
import { isDropLine, useStepDrag } from './use-step-drag.ts';

export function Timeline({ steps, editor }: { steps: readonly Step[]; editor: StepEditorState }) {
  const list = useRef<HTMLOListElement>(null);
  const { campaign, changeSteps } = useCampaign();
  const findings = useFindings(campaign.customer_id, steps);
  const { reorder, replace, duplicate, remove } = useStepActions(steps);
  const { moveTo: moveNow, moveBy, announcement } = useAnnouncedMoves(list, steps, reorder);
  const moveTo = (from: number, to: number) => changeSteps(() => moveNow(from, to));
  const { drag, handleProps } = useStepDrag(list, moveTo);
  const days = stepDays(steps);
  const openId = editor.open?.stored?.id;
  const isOpenDeleted = openId !== undefined && !steps.some(({ id }) => id === openId);

  const onKeyDown = (id: string) => (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    changeSteps(() => moveBy(id, by));
  };

  return (
    <>
      <ol ref={list} aria-label={texts.steps.list}>
        {steps.map((step, index) => (
          <TimelineItem
            key={step.id}
            step={step}
            lineAbove={isDropLine(drag, index)}
            lineBelow={index === steps.length - 1 && isDropLine(drag, steps.length)}
            dragged={drag?.from === index}
          >
            {step.id === openId ? (
              <StepEditor editor={editor} steps={steps} />
            ) : (
              <StepCard
                step={step}
                day={days[index] ?? 0}
                warnings={findings[index] ?? []}
                takesFocus={editor.focused === step.id}
                handle={{ ...handleProps(index), onKeyDown: onKeyDown(step.id) }}
                onEdit={() => editor.edit(step)}
                onReplace={(replacement) => changeSteps(() => replace(step, replacement))}
                onDuplicate={() => changeSteps(() => void duplicate(step))}
                onDelete={() =>
                  changeSteps(async () => {
                    const neighbor = steps[index + 1] ?? steps[index - 1];
                    if (await remove(step)) editor.focus(neighbor?.id ?? 'new');
                  })
                }
                onMoveUp={index > 0 ? () => moveTo(index, index - 1) : undefined}
                onMoveDown={index + 1 < steps.length ? () => moveTo(index, index + 1) : undefined}
              />
            )}
          </TimelineItem>
        ))}
      </ol>
      {isOpenDeleted && <StepEditor editor={editor} steps={steps} />}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

type TimelineItemProps = {
  step: Step;
  lineAbove: boolean;
  lineBelow: boolean;
  dragged: boolean;
  children: ReactNode;
};

function TimelineItem({ step, lineAbove, lineBelow, dragged, children }: TimelineItemProps) {
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

/** Moves steps, announces their new positions, and keeps the focus on the handle that was used. */
function useAnnouncedMoves(
  list: RefObject<HTMLElement | null>,
  steps: readonly Step[],
  reorder: (ids: readonly string[]) => void,
) {
  const [announcement, setAnnouncement] = useState('');
  const movedId = useRef<string>(undefined);
  const latest = useRef<readonly Step[]>(steps);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focused row moves in the document when the order changes
  useLayoutEffect(() => {
    const row = movedId.current && list.current?.querySelector(`[data-step="${movedId.current}"]`);
    if (row && !row.contains(document.activeElement)) row.querySelector<HTMLElement>('[data-handle]')?.focus();
    movedId.current = undefined;
    latest.current = steps;
  }, [steps]);

  const moveTo = (from: number, to: number) => {
    const step = latest.current[from];
    if (!step || to < 0 || to >= steps.length) return;
    movedId.current = step.id;
    setAnnouncement(texts.steps.moved(stepTypeNames[step.step_type], to + 1, steps.length));
    latest.current = moved(latest.current, from, to);
    reorder(latest.current.map(({ id }) => id));
  };
  /** Uses the latest order that was requested, because keys may be pressed faster than the screen updates. */
  const moveBy = (id: string, by: number) => {
    const from = latest.current.findIndex((step) => step.id === id);
    moveTo(from, from + by);
  };
  return { moveTo, moveBy, announcement };
}
