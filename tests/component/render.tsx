import { QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { SessionProvider, useSession } from '@/features/session/session.tsx';
import { createQueryClient } from '@/lib/query-client.ts';
import { Toaster } from '@/ui/toaster.tsx';
import { TooltipProvider } from '@/ui/tooltip.tsx';

function createWrapper(path: string) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[path]}>
      <SessionProvider>
        <QueryClientProvider client={client}>
          <TooltipProvider>{children}</TooltipProvider>
        </QueryClientProvider>
      </SessionProvider>
      <Toaster />
    </MemoryRouter>
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
  return useSession().isSessionKnown && <main>{children}</main>;
}

/** Renders a page as the shell does: in `main`, once the session is known. */
export const renderPage = (page: ReactNode, options?: Options) => renderApp(<Page>{page}</Page>, options);

/** Renders a hook in the same wrapper. */
export function renderAppHook<Result, Props>(
  hook: (props: Props) => Result,
  { path = '/', ...options }: Options & { initialProps?: Props } = {},
) {
  const { client, wrapper } = createWrapper(path);
  return { client, ...renderHook(hook, { ...options, wrapper }) };
}
