import type { QueryClient } from '@tanstack/react-query';
import { invalidate } from './query-client.ts';

export const userKeys = {
  all: ['users'] as const,
  list: (term: string) => ['users', 'list', term] as const,
  count: (term: string) => ['users', 'count', term] as const,
  invitations: (term: string) => ['users', 'invitations', term] as const,
};

export const refreshUsers = (client: QueryClient) => invalidate(client, userKeys.all);
