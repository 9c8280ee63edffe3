import { QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { useSession } from '@/features/session/session.tsx';
import { SessionProvider } from '@/features/session/session-provider.tsx';
import { createQueryClient } from '@/lib/query-client.ts';
import { routes } from '@/routes.tsx';
import { Toaster } from '@/ui/toaster.tsx';
import { TooltipProvider } from '@/ui/tooltip.tsx';

const Children = createContext<ReactNode>(null);
const ShownChildren = () => use(Children);

function createWrapper(path: string, routes: RouteObject[] = [{ path: '*', element: <ShownChildren /> }]) {
  history.replaceState(null, '', path);
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => {
    const [router] = useState(() => createBrowserRouter(routes));
    useEffect(() => () => router.dispose(), [router]);
    return (
      <SessionProvider>
        <QueryClientProvider client={client}>
          <TooltipProvider>
            <Children value={children}>
              <RouterProvider router={router} />
            </Children>
          </TooltipProvider>
        </QueryClientProvider>
        <Toaster />
      </SessionProvider>
    );
  };
  return { client, wrapper };
}

type Options = { path?: string; routes?: RouteObject[] };

/** Renders an element with a router, the session, a query cache and the toaster. Returns what testing-library returns, the cache, and a user who types and clicks. */
export function renderApp(element: ReactNode, { path = '/', routes }: Options = {}) {
  const { client, wrapper } = createWrapper(path, routes);
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
export const renderAppAt = (path: string) => renderApp(null, { path, routes });

/** Renders a hook in the same wrapper. */
export function renderAppHook<Result, Props>(
  hook: (props: Props) => Result,
  { path = '/', ...options }: Options & { initialProps?: Props } = {},
) {
  const { client, wrapper } = createWrapper(path);
  return { client, ...renderHook(hook, { ...options, wrapper }) };
}
