import { storedUserId } from '@/lib/backend.ts';
import { useWindowEvent } from '@/lib/use-window-event.ts';

/**
 * Safari keeps a page that was left, with all that it showed, and restores it on Back. The page hides its content when it is left, and shows it again
 * only to the user whose it was; for another one, or none, it loads again.
 */
export function useRestoredPage(userId: string | undefined) {
  const show = (isShown: boolean) => {
    document.body.style.visibility = isShown ? '' : 'hidden';
  };
  useWindowEvent('pagehide', ({ persisted }) => {
    if (persisted) show(false);
  });
  useWindowEvent('pageshow', ({ persisted }) => {
    if (!persisted) return;
    if (storedUserId() === userId) show(true);
    else location.reload();
  });
}
