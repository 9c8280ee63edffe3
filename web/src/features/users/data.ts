import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Cursor, keysetPages, PAGE_SIZE, type Page, pageAfter, pageOf } from '@/lib/keyset.ts';
import { invalidate } from '@/lib/query-client.ts';
import { rows } from '@/lib/rows.ts';
import { matching } from './search.ts';

export type User = {
  id: string;
  email: string;
  full_name: string | null;
  created_at: string;
  customer_users: { is_active: boolean; customers: { name: string } | null }[];
  roles: string[];
  hasSecondFactor: boolean;
};

export const isAdmin = ({ roles }: User): boolean => roles.includes('admin');

const userKeys = {
  all: ['users'] as const,
  list: (term: string) => ['users', 'list', term] as const,
  count: (term: string) => ['users', 'count', term] as const,
};

/** Everybody with an account whose name or address contains the term, newest first. */
export const userList = (term: string) =>
  infiniteQueryOptions({
    queryKey: userKeys.list(term),
    queryFn: async ({ pageParam: after, signal }): Promise<Page<User>> => {
      const page = pageOf(await readProfiles(term, after, signal));
      const people = page.rows.map(({ id }) => id);
      const [roles, careful] = await Promise.all([readRoles(people, signal), readSecondFactors(people, signal)]);
      const users = page.rows.map((profile) => ({
        ...profile,
        roles: roles.filter(({ user_id }) => user_id === profile.id).map(({ role }) => role),
        hasSecondFactor: careful.has(profile.id),
      }));
      return { ...page, rows: users };
    },
    ...keysetPages,
    placeholderData: keepPreviousData,
  });

async function readProfiles(term: string, after: Cursor | null, signal: AbortSignal) {
  const request = rows
    .from('profiles')
    .select('id, email, full_name, created_at, customer_users(is_active, customers(name))');
  const found = term ? request.or(matching(term)) : request;
  const { data } = await pageAfter(found, after, PAGE_SIZE).abortSignal(signal).throwOnError();
  return data;
}

async function readRoles(people: string[], signal: AbortSignal) {
  const { data } = await rows
    .from('user_roles')
    .select('user_id, role')
    .in('user_id', people)
    .order('role')
    .abortSignal(signal)
    .throwOnError();
  return data;
}

async function readSecondFactors(people: string[], signal: AbortSignal): Promise<Set<string>> {
  const { data } = await rows.rpc('users_with_second_factor', { user_ids: people }).abortSignal(signal).throwOnError();
  return new Set(data);
}

export const userCount = (term: string) =>
  queryOptions({
    queryKey: userKeys.count(term),
    queryFn: async ({ signal }): Promise<number> => {
      let request = rows.from('profiles').select('*', { count: 'exact', head: true });
      if (term) request = request.or(matching(term));
      const { count } = await request.abortSignal(signal).throwOnError();
      return count ?? 0;
    },
    placeholderData: keepPreviousData,
    meta: { logAs: 'Error counting users' },
  });

/** Takes away a person's second factor and signs the person out. */
export async function resetSecondFactor(person: string): Promise<void> {
  await rows.rpc('reset_second_factor', { user_id: person }).throwOnError();
}

/** Makes a person an administrator. */
export async function makeAdmin(person: string): Promise<void> {
  await rows.from('user_roles').insert({ user_id: person, role: 'admin' }).throwOnError();
}

/** Takes the admin role away; the database refuses it for the last one. */
export async function removeAdmin(person: string): Promise<void> {
  await rows.from('user_roles').delete().eq('user_id', person).eq('role', 'admin').throwOnError();
}

export const refreshUsers = (client: QueryClient) => invalidate(client, userKeys.all);
