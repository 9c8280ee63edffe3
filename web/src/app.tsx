import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beginReadingGrants, firstGrants, SessionProvider } from './features/session/session-provider.tsx';
import { accounts, freshSession, isSessionStored } from './lib/backend.ts';
import { applyColors } from './lib/brand.ts';
import { noticeLeaving } from './lib/failure.ts';
import { formatNumber } from './lib/format.ts';
import { routes } from './routes.tsx';
import { Toaster } from './ui/toaster.tsx';

/** The time after which LoadingScreen fades in: rendering it earlier would only delay the page. */
const LOADING_SHOWN_AFTER_MS = 150;

export async function start(root: HTMLElement) {
  beginReadingGrants(); // before the code of a page is requested, whose evaluation takes longer than the response
  noticeLeaving();
  applyColors();
  const router = createBrowserRouter(routes); // begins to load the code of the page
  if (isSessionStored() && !freshSession()) await accounts(); // a failure is shown in place of the app
  const codeLoaded = new Promise<void>((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe(({ initialized }) => initialized && resolve());
  });
  const loadingShown = new Promise((resolve) => setTimeout(resolve, LOADING_SHOWN_AFTER_MS));
  await Promise.race([Promise.all([codeLoaded, firstGrants()]), loadingShown]);
  const app = (
    <StrictMode>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
      <Toaster />
    </StrictMode>
  );
  startTransition(() => createRoot(root).render(app)); // in parts: the page is often complete at once
  // The first number or date that is formatted takes Chromium some 30 ms. Safari, which has no such callback, does it when needed.
  window.requestIdleCallback?.(() => formatNumber(0));
}
