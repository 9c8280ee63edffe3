import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beginReadingGrants, SessionProvider } from './features/session/session-provider.tsx';
import { accounts, isSessionStored } from './lib/backend.ts';
import { applyColors } from './lib/brand.ts';
import { noticeLeaving } from './lib/failure.ts';
import { formatNumber } from './lib/format.ts';
import { routes } from './routes.tsx';
import { Toaster } from './ui/toaster.tsx';

export async function start(root: HTMLElement) {
  beginReadingGrants(); // before the code of a page is requested, whose evaluation takes longer than the response
  noticeLeaving();
  applyColors();
  const router = createBrowserRouter(routes); // begins to load the code of the page
  if (isSessionStored()) await accounts(); // a failure is shown in place of the app
  createRoot(root).render(
    <StrictMode>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
      <Toaster />
    </StrictMode>,
  );
  // The first number or date that is formatted takes Chromium some 30 ms. Safari, which has no such callback, does it when needed.
  window.requestIdleCallback?.(() => formatNumber(0));
}
