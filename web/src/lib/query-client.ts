import { QueryClient } from '@tanstack/react-query';

/** A cache for one signed-in person; it is thrown away with the session. It tries nothing twice: the rows' own client knows which failures pass. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}
