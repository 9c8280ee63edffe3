import { startTransition, useEffect, useState } from 'react';

const AFTER_PAINT_MS = 100;

/** Whether what a component renders first has been painted. The rest, which waits for it, may be rendered in parts. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setPainted(true)), AFTER_PAINT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isPainted;
}
