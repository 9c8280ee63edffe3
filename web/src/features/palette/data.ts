import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { recordPath } from '@/features/lists/use-open-record.ts';
import { rows } from '@/lib/rows.ts';
import { paths } from '@/paths.ts';

/** A row that matches a query, and the address that shows it. */
export type FoundRow = { id: string; group: RowGroup; label: string; detail: string; to: string };
export type RowGroup = 'leads' | 'companies' | 'campaigns' | 'users';

/** Whose rows are searched: an administrator's (all customers), or those of these customers. */
export type SearchScope = { customers: readonly string[] | null };

export const MOST_ROWS = 5;

const joined = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ');

/** The leads, companies, campaigns and, for an administrator, users that match a text: a few of each. */
export const findRows = (text: string, { customers }: SearchScope) =>
  queryOptions({
    queryKey: ['rows', 'find', text, customers],
    queryFn: async ({ signal }): Promise<FoundRow[]> => {
      const request: Search = { text, customers, isAdmin: customers === null, signal };
      const found = await Promise.all([
        findLeads(request),
        findCompanies(request),
        findCampaigns(request),
        request.isAdmin ? findUsers(request) : [],
      ]);
      return found.flat();
    },
    placeholderData: keepPreviousData,
    meta: { logAs: 'Error searching rows' },
  });

type Search = SearchScope & { text: string; isAdmin: boolean; signal: AbortSignal };

const searchArguments = ({ text, customers }: Search) => ({
  term: text,
  page_size: MOST_ROWS,
  ...(customers && { customers: [...customers] }),
});

async function findLeads(search: Search): Promise<FoundRow[]> {
  const { data } = await rows
    .rpc('search_leads', searchArguments(search))
    .select('id, name, title, company, customers(name)')
    .abortSignal(search.signal)
    .throwOnError();
  return data.map(({ id, name, title, company, customers }) => ({
    id,
    group: 'leads',
    label: name,
    detail: joined(title, company, search.isAdmin && customers.name),
    to: recordPath(search.isAdmin ? paths.adminLeads : paths.leads, 'leads', id),
  }));
}

async function findCompanies(search: Search): Promise<FoundRow[]> {
  const { data } = await rows
    .rpc('search_companies', searchArguments(search))
    .select('id, name, industry, location, customers(name)')
    .abortSignal(search.signal)
    .throwOnError();
  return data.map(({ id, name, industry, location, customers }) => ({
    id,
    group: 'companies',
    label: name,
    detail: joined(industry, location, search.isAdmin && customers.name),
    to: recordPath(search.isAdmin ? paths.adminCompanies : paths.companies, 'companies', id),
  }));
}

async function findCampaigns({ text, customers, isAdmin, signal }: Search): Promise<FoundRow[]> {
  const { data } = await rows
    .rpc('search_campaigns', { term: text, ...(customers && { customers: [...customers] }) })
    .select('id, name, customers(name)')
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(MOST_ROWS)
    .abortSignal(signal)
    .throwOnError();
  return data.map(({ id, name, customers: customer }) => ({
    id,
    group: 'campaigns',
    label: name,
    detail: joined(isAdmin && customer.name),
    to: `${isAdmin ? paths.adminCopy : paths.copy}?campaign=${id}`,
  }));
}

async function findUsers({ text, signal }: Search): Promise<FoundRow[]> {
  const { data } = await rows
    .rpc('search_users', { term: text })
    .select('id, email, full_name')
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(MOST_ROWS)
    .abortSignal(signal)
    .throwOnError();
  return data.map(({ id, email, full_name }) => ({
    id,
    group: 'users',
    label: full_name || email,
    detail: full_name ? email : '',
    to: `${paths.adminUsers}?${new URLSearchParams({ search: email })}`,
  }));
}
