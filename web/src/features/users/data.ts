import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PAGE_SIZE, pageAfter, pagedQuery, readAll } from '@/lib/keyset.ts';
import { COUNT, equalsPattern, readCount, readData, rows } from '@/lib/rows.ts';
import type { SelectedRow } from '@/lib/selected-row.ts';

const COLUMNS = 'id, email, full_name, created_at, customer_users(is_active, customers(name))';

export type User = SelectedRow<'profiles', typeof COLUMNS> & { roles: string[]; hasSecondFactor: boolean };

const INVITATION = 'id, email, token, expires_at, mailed_at, role, created_at, customers(id, name)';

type CustomerInvitation = SelectedRow<'invitations', typeof INVITATION>;

export const isAdmin = ({ roles }: User): boolean => roles.includes('admin');

/** The users whose name or email contains the term, newest first. */
export const userList = (term: string) =>
  pagedQuery(['users', 'list', term], async (after, signal): Promise<User[]> => {
    const found = term ? rows.rpc('search_users', { term }).select(COLUMNS) : rows.from('profiles').select(COLUMNS);
    const profiles = await readData(pageAfter(found, after, PAGE_SIZE), signal);
    const ids = profiles.map(({ id }) => id);
    const [roles, withSecondFactor] = await Promise.all([
      readData(rows.from('user_roles').select('user_id, role').in('user_id', ids).order('role'), signal),
      readData(rows.rpc('users_with_second_factor', { user_ids: ids }), signal),
    ]);
    return profiles.map((profile) => ({
      ...profile,
      roles: roles.filter(({ user_id }) => user_id === profile.id).map(({ role }) => role),
      hasSecondFactor: withSecondFactor.includes(profile.id),
    }));
  });

/** The open invitations whose email contains the term, newest first. Refetched at every visit. */
export const openInvitations = (term: string) =>
  queryOptions({
    queryKey: ['users', 'invitations', term],
    queryFn: ({ signal }) =>
      readAll<CustomerInvitation>((after, limit) => {
        const open = rows.from('invitations').select(INVITATION).is('accepted_at', null);
        const found = term ? open.ilike('email', `%${equalsPattern(term)}%`) : open;
        return readData(pageAfter(found, after, limit), signal);
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { logAs: 'Error fetching invitations' },
  });

export const userCount = (term: string) =>
  queryOptions({
    queryKey: ['users', 'count', term],
    queryFn: ({ signal }) =>
      readCount(term ? rows.rpc('search_users', { term }, COUNT) : rows.from('profiles').select('*', COUNT), signal),
    placeholderData: keepPreviousData,
    meta: { logAs: 'Error counting users' },
  });

/** Removes a user's second factor and ends the user's sessions. */
export const resetSecondFactor = (id: string) => readData(rows.rpc('reset_second_factor', { user_id: id }));

export const makeAdmin = (id: string) => readData(rows.from('user_roles').insert({ user_id: id, role: 'admin' }));

/** Removes the admin role; the database rejects it for the last administrator. */
export const removeAdmin = (id: string) =>
  readData(rows.from('user_roles').delete().eq('user_id', id).eq('role', 'admin'));
