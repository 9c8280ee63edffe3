import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { type Tone, toneClasses } from '../badge.tsx';

type SwipeAction<Row> = { label: string; icon: LucideIcon; tone: Tone; run: (row: Row) => void };

/** The actions of dragging a row to the right and to the left. */
export type Swipes<Row> = { right: SwipeAction<Row>; left: SwipeAction<Row> };

const SIDES = { right: 'left-0', left: 'right-0 flex-row-reverse' } as const;

/** The label in the gap beside the dragged cells. */
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
              toneClasses[tone],
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

/** Drags rows sideways on touch screens. Vertical movement scrolls, and a touch at the edge of the screen stays with the browser, where it goes back. */
export function useSwipe<Row>(
  body: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  swipes: Swipes<Row> | undefined,
) {
  const run = useEffectEvent((side: keyof Swipes<Row>, index: number) => {
    const row = rows[index];
    if (row !== undefined) swipes?.[side].run(row);
  });
  const active = swipes !== undefined;

  useEffect(() => {
    const element = body.current;
    if (!element || !active) return;
    let drag: { row: HTMLElement; pointer: number; x: number; y: number; dx: number; isDragging: boolean } | null =
      null;

    const moveTo = (row: HTMLElement, dx: number, isHeld: boolean) => {
      const { side, isFar } = swipeAt(dx, row.clientWidth);
      if (side) row.dataset.swipe = side;
      else delete row.dataset.swipe;
      row.toggleAttribute('data-far', isFar);
      row.style.setProperty('--dragged', `${Math.abs(dx)}px`);
      for (const cell of row.querySelectorAll<HTMLElement>(':scope > td:not([aria-hidden])')) {
        cell.style.transition = isHeld ? 'none' : 'translate var(--calm) var(--glide)';
        cell.style.translate = dx === 0 ? '' : `${dx}px`;
      }
    };
    const start = (event: PointerEvent) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
      if (event.pointerType !== 'touch' || !event.isPrimary || !row || isAtEdge(event.clientX)) return;
      drag = { row, pointer: event.pointerId, x: event.clientX, y: event.clientY, dx: 0, isDragging: false };
    };
    const move = (event: PointerEvent) => {
      if (!drag || event.pointerId !== drag.pointer) return;
      drag.dx = event.clientX - drag.x;
      if (!drag.isDragging && Math.abs(drag.dx) > MIN_DRAG && Math.abs(drag.dx) > Math.abs(event.clientY - drag.y)) {
        drag.isDragging = true;
        drag.row.setPointerCapture(drag.pointer);
      }
      if (drag.isDragging) moveTo(drag.row, drag.dx, true);
    };
    const end = (event: PointerEvent) => {
      if (!drag || event.pointerId !== drag.pointer) return;
      const { row, dx, isDragging } = drag;
      drag = null;
      if (!isDragging) return;
      moveTo(row, 0, false);
      const { side, isFar } = swipeAt(dx, row.clientWidth);
      if (side && isFar && event.type === 'pointerup') run(side, Number(row.dataset.index));
      row.addEventListener('click', suppress, { capture: true, once: true });
      setTimeout(() => row.removeEventListener('click', suppress, { capture: true }), 50);
    };

    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('pointerdown', start, { signal });
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('pointerup', end, { signal });
    element.addEventListener('pointercancel', end, { signal });
    return () => listening.abort();
  }, [body, active]);
}

const MIN_DRAG = 10;
const EDGE = 24;
const isAtEdge = (x: number) => x < EDGE || x > window.innerWidth - EDGE;

/** A drag that ends on a button must not click it. */
function suppress(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

/** A swipe takes effect from this distance in px, or from this share of the row's width if that is less. */
const DISTANCE = 96;
const SHARE = 0.35;

/** The side that a row dragged by `dx` px shows, and whether releasing it takes effect. */
export function swipeAt(dx: number, width: number): { side: keyof typeof SIDES | null; isFar: boolean } {
  const side = dx === 0 ? null : dx > 0 ? 'right' : 'left';
  return { side, isFar: Math.abs(dx) >= Math.min(DISTANCE, width * SHARE) };
}
