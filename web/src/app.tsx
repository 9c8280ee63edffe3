import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { SessionProvider } from './features/session/session.tsx';
import { accounts, isSessionStored } from './lib/backend.ts';
import { routes } from './routes.tsx';
import { Toaster } from './ui/toaster.tsx';

export async function start(root: HTMLElement) {
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
}
