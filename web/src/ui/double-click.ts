import { useState } from 'react';

const DOUBLE_CLICK_MS = 500;

/** For what opens below the pointer: distinguishes the second press of the double-click that opened it from a later one. The object stays the same. */
export function useDoubleClick() {
  const [doubleClick] = useState(() => {
    let openedAt = Number.NEGATIVE_INFINITY;
    return {
      markOpened: () => {
        openedAt = performance.now();
      },
      isPossible: () => performance.now() - openedAt < DOUBLE_CLICK_MS,
    };
  });
  return doubleClick;
}
