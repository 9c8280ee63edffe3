import { type PointerEvent, type RefObject, useState } from 'react';

/** The index of the dragged step, and of the gap it would be dropped into: 0 before the first step. */
type Drag = { from: number; gap: number };

/** How near the edge, in pixels, the pointer scrolls the list. */
const EDGE = 48;

/** Moves steps by dragging their handles. The list does not change during a drag; a line shows where the step would go. */
export function useStepDrag(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);

  const gapAt = (y: number) => {
    const steps = [...(list.current?.querySelectorAll('[data-step]') ?? [])];
    return steps.filter((step) => verticalMiddle(step) < y).length;
  };

  return {
    drag,
    handleProps: (from: number) => ({
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

/** Whether the drop line is shown at a gap; not where dropping would change nothing. */
export function isDropLine(drag: Drag | null, gap: number): boolean {
  return drag !== null && drag.gap === gap && drag.gap !== drag.from && drag.gap !== drag.from + 1;
}

function verticalMiddle(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

/** Scrolls the nearest scrollable ancestor when the pointer is near its edge. */
function scrollNear(element: HTMLElement, y: number) {
  let container = element.parentElement;
  while (container && getComputedStyle(container).overflowY !== 'auto') container = container.parentElement;
  const { top, bottom } = container?.getBoundingClientRect() ?? { top: 0, bottom: Number.POSITIVE_INFINITY };
  if (y < top + EDGE) container?.scrollBy(0, -EDGE / 4);
  else if (y > bottom - EDGE) container?.scrollBy(0, EDGE / 4);
}
