import { createRoot } from 'react-dom/client';
import { reasonOf } from './lib/failure.ts';
import { ErrorState } from './ui/error-state.tsx';

/** Shown instead of the app if its code or configuration cannot be loaded. */
export function showUnreachable(root: HTMLElement, cause: unknown) {
  createRoot(root).render(
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        title="Leadlight couldn’t be reached"
        description="Check your connection and try again."
        details={reasonOf(cause)}
        onRetry={() => location.reload()}
      />
    </main>,
  );
}
