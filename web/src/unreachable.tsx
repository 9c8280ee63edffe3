import { createRoot } from 'react-dom/client';
import { reasonOf } from './lib/failure.ts';
import { ErrorState } from './ui/error-state.tsx';

/** Instead of the app, where it cannot learn where its backend is. */
export function showUnreachable(root: HTMLElement, cause: unknown) {
  createRoot(root).render(
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        title="Leadlight cannot be reached"
        description="Check your connection, then try again."
        details={reasonOf(cause)}
        onRetry={() => location.reload()}
      />
    </main>,
  );
}
