import { createRoot } from 'react-dom/client';
import { failureReason } from './lib/failure.ts';
import { commonTexts } from './lib/texts.ts';
import { ErrorState } from './ui/error-state.tsx';

/** Shown instead of the app if its code or configuration cannot be loaded. */
export function showUnreachable(root: HTMLElement, cause: unknown) {
  createRoot(root).render(
    <main className="grid min-h-dvh place-items-center">
      <ErrorState {...commonTexts.unreachableApp} details={failureReason(cause)} onRetry={() => location.reload()} />
    </main>,
  );
}
