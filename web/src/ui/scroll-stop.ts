import { type RefObject, useEffect } from 'react';

const CAN_HAVE_FOCUS = 'a[href], button, input, select, textarea, [tabindex]';

/** Makes a scrolling box that holds nothing to focus a stop of the keyboard, so that its end can be reached by keys. */
export function useScrollStop(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const scrolls = element.scrollHeight > element.clientHeight;
      if (scrolls && !element.querySelector(CAN_HAVE_FOCUS)) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    look();
    const observer = new ResizeObserver(look);
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  });
}
