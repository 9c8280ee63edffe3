import type { ReactNode } from 'react';

/** Why a form was not accepted, below its button. Its line is always there, so that nothing moves. */
export function FormFailure({ children }: { children: ReactNode }) {
  return (
    <div className="-mt-1.5 min-h-5 text-center text-danger text-sm">{children && <p role="alert">{children}</p>}</div>
  );
}
