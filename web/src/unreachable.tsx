import { createRoot } from 'react-dom/client';
import { ErrorState } from './ui/error-state.tsx';

/** Instead of the app, where it cannot learn where its backend is. */
export function showUnreachable(root: HTMLElement, cause: unknown) {
  createRoot(root).render(
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        title="Leadlight cannot be reached"
        description="Check your connection, then try again."
        details={cause instanceof Error ? cause.message : String(cause)}
        onRetry={() => location.reload()}
      />
    </main>,
  );
}
