import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { SessionProvider } from './features/session/session.tsx';
import { guardHistory } from './lib/leave-guard.ts';
import { AppRoutes } from './routes.tsx';
import { Toaster } from './ui/toaster.tsx';

export function start(root: HTMLElement) {
  guardHistory();
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
