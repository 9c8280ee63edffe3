import { useEffect } from 'react';

/** The number of forms on the page that write a note. */
let open = 0;

export const isNoteOpen = () => open > 0;

/** Counts the form of a note while it is on the page. */
export function useOpenNote() {
  useEffect(() => {
    open += 1;
    return () => {
      open -= 1;
    };
  }, []);
}
