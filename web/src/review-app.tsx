import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { beginReview, ReviewLinkPage } from './features/review-links/guest/review-link-page.tsx';
import { texts } from './features/session/texts.ts';
import { accounts, isSessionStored } from './lib/backend.ts';
import { applyColors } from './lib/brand.ts';
import { failureReason, noticeLeaving } from './lib/failure.ts';
import { reviewToken } from './lib/review-token.ts';
import { ErrorState } from './ui/error-state.tsx';
import { Toaster } from './ui/toaster.tsx';

/** The page of a review link, whose session is that of the link, in place of the app. */
export async function start(element: HTMLElement) {
  noticeLeaving();
  applyColors();
  if (isSessionStored()) {
    beginReview();
    await accounts(); // a failure is shown in place of the page
  }
  const root = createRoot(element, {
    onUncaughtError: (cause) => {
      reportError(cause);
      root.render(
        <ErrorState {...texts.brokenPage} details={failureReason(cause)} onRetry={() => location.reload()} />,
      );
    },
  });
  root.render(
    <StrictMode>
      <ReviewLinkPage token={reviewToken ?? ''} />
      <Toaster />
    </StrictMode>,
  );
}
