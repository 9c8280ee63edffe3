import { QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { SessionProvider } from '../../web/src/features/session/session.tsx';
import { createQueryClient } from '../../web/src/lib/query-client.ts';
import { Toaster } from '../../web/src/ui/toaster.tsx';

function createWrapper(path: string) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[path]}>
      <SessionProvider>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
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

/** Renders a hook in the same wrapper. */
export function renderAppHook<Result, Props>(
  hook: (props: Props) => Result,
  { path = '/', ...options }: Options & { initialProps?: Props } = {},
) {
  const { client, wrapper } = createWrapper(path);
  return { client, ...renderHook(hook, { ...options, wrapper }) };
}
