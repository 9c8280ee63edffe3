import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { SessionProvider } from './features/session/session.tsx';
import { watchHistory } from './lib/leaving.ts';
import { AppRoutes } from './routes.tsx';
import { Toaster } from './ui/toaster.tsx';

export function start(root: HTMLElement) {
  watchHistory();
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <SessionProvider>
          <AppRoutes />
        </SessionProvider>
      </BrowserRouter>
      <Toaster />
    </StrictMode>,
  );
}
