import { QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { SessionProvider, useSession } from '@/features/session/session.tsx';
import { createQueryClient } from '@/lib/query-client.ts';
import { AppRoutes } from '@/routes.tsx';
import { Toaster } from '@/ui/toaster.tsx';
import { TooltipProvider } from '@/ui/tooltip.tsx';

function createWrapper(path: string) {
  history.replaceState(null, '', path);
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <BrowserRouter>
      <SessionProvider>
        <QueryClientProvider client={client}>
          <TooltipProvider>{children}</TooltipProvider>
        </QueryClientProvider>
      </SessionProvider>
      <Toaster />
    </BrowserRouter>
  );
  return { client, wrapper };
}

type Options = { path?: string };

/** Renders an element with a router, the session, a query cache and the toaster. Returns what testing-library returns, the cache, and a user who types and clicks. */
export function renderApp(element: ReactNode, { path = '/' }: Options = {}) {
  const { client, wrapper } = createWrapper(path);
  return { client, user: userEvent.setup(), ...render(element, { wrapper }) };
}

function Page({ children }: { children: ReactNode }) {
  const { isSessionKnown, user, grantsState } = useSession();
  const isReady = isSessionKnown && (!user || grantsState !== 'unknown');
  return isReady && <main>{children}</main>;
}

/** Renders a page as the shell does: in `main`, once the session and the user's roles are known. */
export const renderPage = (page: ReactNode, options?: Options) => renderApp(<Page>{page}</Page>, options);

/** Renders the whole app at a path, as the user who is signed in sees it. */
export const renderAppAt = (path: string) => renderApp(<AppRoutes />, { path });

/** Renders a hook in the same wrapper. */
export function renderAppHook<Result, Props>(
  hook: (props: Props) => Result,
  { path = '/', ...options }: Options & { initialProps?: Props } = {},
) {
  const { client, wrapper } = createWrapper(path);
  return { client, ...renderHook(hook, { ...options, wrapper }) };
}
