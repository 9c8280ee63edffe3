import type { ReactNode } from 'react';

/** The heading of a step, which takes the focus when its step comes. */
export function StepHeading({ children }: { children: ReactNode }) {
  return (
    <h3 data-step-heading tabIndex={-1} className="font-semibold outline-none">
      {children}
    </h3>
  );
}
