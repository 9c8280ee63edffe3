import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { reach, verdictOf } from './swipe-reach.ts';

type SwipeAction<Row> = { label: string; icon: LucideIcon; tone: 'success' | 'danger'; run: (row: Row) => void };

/** What dragging a row to the right and to the left does. */
export type Swipes<Row> = { right: SwipeAction<Row>; left: SwipeAction<Row> };

const GROUND = { success: 'bg-success-soft text-success', danger: 'bg-danger-soft text-danger' };

const SIDES = { right: 'left-0', left: 'right-0 flex-row-reverse' } as const;

/** What shows in the gap beside a row's cells that are being dragged away. */
export function SwipeCell<Row>({ swipes }: { swipes: Swipes<Row> }) {
  return (
    <td aria-hidden className="pointer-events-none absolute inset-0 -z-10">
      {(['right', 'left'] as const).map((side) => {
        const { label, icon: Icon, tone } = swipes[side];
        return (
          <span
            key={side}
            data-side={side}
            className={clsx(
              'absolute inset-y-0 hidden w-(--dragged) items-center gap-2 overflow-clip whitespace-nowrap px-4 font-medium text-sm',
              'in-data-[swipe=left]:data-[side=left]:flex in-data-[swipe=right]:data-[side=right]:flex',
              SIDES[side],
              GROUND[tone],
            )}
          >
            <Icon className="size-5 shrink-0 transition-transform in-data-far:scale-125" />
            {label}
          </span>
        );
      })}
    </td>
  );
}

/** Drags rows aside with a finger. Scrolling stays the browser's: a row takes only what moves sideways, and nothing that begins at the edge of the screen, where a swipe goes back. */
export function useSwipe<Row>(
  body: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  swipes: Swipes<Row> | undefined,
) {
  const run = useEffectEvent((side: keyof Swipes<Row>, index: number) => {
    const subject = rows[index];
    if (subject !== undefined) swipes?.[side].run(subject);
  });
  const active = swipes !== undefined;

  useEffect(() => {
    const element = body.current;
    if (!element || !active) return;
    let drag: { row: HTMLElement; pointer: number; x: number; y: number; dx: number; taken: boolean } | null = null;

    const put = (row: HTMLElement, dx: number, held: boolean) => {
      const { side, far } = reach(dx, row.clientWidth);
      if (side) row.dataset.swipe = side;
      else delete row.dataset.swipe;
      row.toggleAttribute('data-far', far);
      row.style.setProperty('--dragged', `${Math.abs(dx)}px`);
      for (const cell of row.querySelectorAll<HTMLElement>(':scope > td:not([aria-hidden])')) {
        cell.style.transition = held ? 'none' : 'translate var(--calm) var(--glide)';
        cell.style.translate = dx === 0 ? '' : `${dx}px`;
      }
    };
    const start = (event: PointerEvent) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
      if (event.pointerType !== 'touch' || !event.isPrimary || !row || fromEdge(event.clientX)) return;
      drag = { row, pointer: event.pointerId, x: event.clientX, y: event.clientY, dx: 0, taken: false };
    };
    const move = (event: PointerEvent) => {
      if (!drag || event.pointerId !== drag.pointer) return;
      drag.dx = event.clientX - drag.x;
      if (!drag.taken && Math.abs(drag.dx) > TAKEN_AFTER && Math.abs(drag.dx) > Math.abs(event.clientY - drag.y)) {
        drag.taken = true;
        drag.row.setPointerCapture(drag.pointer);
      }
      if (drag.taken) put(drag.row, drag.dx, true);
    };
    const end = (event: PointerEvent) => {
      if (!drag || event.pointerId !== drag.pointer) return;
      const { row, dx, taken } = drag;
      drag = null;
      if (!taken) return;
      put(row, 0, false);
      const verdict = event.type === 'pointerup' ? verdictOf(dx, row.clientWidth) : null;
      if (verdict) run(verdict, Number(row.dataset.index));
      row.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => row.removeEventListener('click', swallow, { capture: true }), 50);
    };

    element.addEventListener('pointerdown', start);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', end);
    element.addEventListener('pointercancel', end);
    return () => {
      element.removeEventListener('pointerdown', start);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', end);
      element.removeEventListener('pointercancel', end);
    };
  }, [body, active]);
}

const TAKEN_AFTER = 10;
const EDGE = 24;
const fromEdge = (x: number) => x < EDGE || x > window.innerWidth - EDGE;

/** The press that a drag over a button of its row ends with is none. */
function swallow(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}
