import { type PointerEvent, type RefObject, useState } from 'react';

/** A step on its way, by its place, and the gap that it would be put into: 0 before the first step. */
type Drag = { from: number; gap: number };

const EDGE = 48;

/** Moves the steps of a list with a pointer, held by their handles. The steps stay where they are until one is let go; a line shows where it would come. */
export function useStepDrag(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);

  const gapAt = (y: number) => {
    const steps = [...(list.current?.querySelectorAll('[data-step]') ?? [])];
    return steps.filter((step) => middleOf(step) < y).length;
  };

  return {
    drag,
    handle: (from: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from, gap: from });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!drag) return;
        scrollNear(event.currentTarget, event.clientY);
        setDrag({ from: drag.from, gap: gapAt(event.clientY) });
      },
      onPointerUp: () => {
        if (!drag) return;
        setDrag(null);
        const to = drag.gap > drag.from ? drag.gap - 1 : drag.gap;
        if (to !== drag.from) onMove(drag.from, to);
      },
      onPointerCancel: () => setDrag(null),
    }),
  };
}

/** The line stands before or behind a step unless letting go would leave all as it is. */
export function lineAt(drag: Drag | null, place: number): boolean {
  return drag !== null && drag.gap === place && drag.gap !== drag.from && drag.gap !== drag.from + 1;
}

function middleOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

/** Scrolls on what scrolls around the element when the pointer comes near its edge. */
function scrollNear(element: HTMLElement, y: number) {
  let around = element.parentElement;
  while (around && getComputedStyle(around).overflowY !== 'auto') around = around.parentElement;
  const { top, bottom } = around?.getBoundingClientRect() ?? { top: 0, bottom: Number.POSITIVE_INFINITY };
  if (y < top + EDGE) around?.scrollBy(0, -EDGE / 4);
  else if (y > bottom - EDGE) around?.scrollBy(0, EDGE / 4);
}
