import { useState } from 'react';

const DOUBLE_CLICK_MS = 500;

/** Tells the second press of the double-click that opened something below the pointer from a later one. The object stays the same. */
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
