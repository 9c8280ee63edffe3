import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { PAGE_SIZE } from '@/lib/keyset.ts';
import { invalidate } from '@/lib/query-client.ts';
import { containsPattern, equalsPattern, quotedValue, startsWithPattern } from '@/lib/row-filters.ts';
import { rows } from '@/lib/rows.ts';
import type { ChoiceSource } from '@/lib/use-choices.ts';
import { isUuid } from '@/lib/uuid.ts';

export type CustomerName = { id: string; name: string };

export type Customer = CustomerName & { is_active: boolean; created_at: string };

/** How much a customer has; the users are those with an active membership. */
export type CustomerCounts = { leads: number; users: number };

const COLUMNS = 'id, name, is_active, created_at';

const LOG_AS = 'Error fetching customers';

export const customerKeys = {
  all: ['customers'] as const,
  active: (term: string) => ['customers', 'active', term] as const,
  called: (text: string, words: readonly string[]) => ['customers', 'called', text, words] as const,
  name: (id: string) => ['customers', 'name', id] as const,
  list: (term: string) => ['customers', 'list', term] as const,
  count: (term: string) => ['customers', 'count', term] as const,
  counts: (ids: readonly string[]) => ['customers', 'counts', ids] as const,
  one: (id: string) => ['customers', 'one', id] as const,
  members: (id: string) => ['customers', 'members', id] as const,
};

type ByName<Self> = {
  ilike: (column: 'name', pattern: string) => Self;
  gte: (column: 'name', value: string) => Self;
  or: (filters: string) => Self;
  order: (column: 'name' | 'id') => Self;
  limit: (count: number) => Self;
};

/** Customers whose name contains the term, by name, starting after a customer. */
function byName<Request extends ByName<Request>>(
  request: Request,
  { term, after, limit }: { term: string; after: CustomerName | null; limit: number },
): Request {
  const found = term ? request.ilike('name', containsPattern(term)) : request;
  const rest = after ? found.gte('name', after.name).or(`name.gt.${quotedValue(after.name)},id.gt.${after.id}`) : found;
  return rest.order('name').order('id').limit(limit);
}

const activeNames = () => rows.from('customers').select('id, name').eq('is_active', true);

/** The active customers whose name contains the term, by name, page by page, for choosing one. */
export const activeCustomers: ChoiceSource<CustomerName> = {
  key: customerKeys.active,
  read: async ({ signal, ...wanted }) => {
    const { data } = await byName(activeNames(), wanted).abortSignal(signal).throwOnError();
    return data;
  },
  logAs: LOG_AS,
};

/** The first active customers whose name begins with the text, and the first whose name contains each of the words. */
export const customersCalled = (text: string, words: readonly string[], most: number) =>
  queryOptions({
    queryKey: customerKeys.called(text, words),
    queryFn: async ({ signal }): Promise<CustomerName[]> => {
      const named = (patterns: readonly string[]) =>
        patterns
          .reduce((request, pattern) => request.ilike('name', pattern), activeNames())
          .order('name')
          .limit(most)
          .abortSignal(signal)
          .throwOnError();
      const [beginning, holding] = await Promise.all([
        named([startsWithPattern(text)]),
        named(words.map(containsPattern)),
      ]);
      const isNew = ({ id }: CustomerName) => !beginning.data.some((one) => one.id === id);
      return [...beginning.data, ...holding.data.filter(isNew)];
    },
    placeholderData: keepPreviousData,
    meta: { logAs: LOG_AS },
  });

/** Every customer whose name contains the term, by name, page by page. */
export const customerList = (term: string) =>
  infiniteQueryOptions({
    queryKey: customerKeys.list(term),
    queryFn: async ({ pageParam: after, signal }): Promise<Customer[]> => {
      const { data } = await byName(rows.from('customers').select(COLUMNS), { after, term, limit: PAGE_SIZE })
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
    initialPageParam: null as CustomerName | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? null : (page.at(-1) ?? null)),
    placeholderData: keepPreviousData,
  });

export const customerCount = (term: string) =>
  queryOptions({
    queryKey: customerKeys.count(term),
    queryFn: async ({ signal }): Promise<number> => {
      let request = rows.from('customers').select('*', { count: 'exact', head: true });
      if (term) request = request.ilike('name', containsPattern(term));
      const { count } = await request.abortSignal(signal).throwOnError();
      return count ?? 0;
    },
    placeholderData: keepPreviousData,
    meta: { logAs: LOG_AS },
  });

/** The counts of these customers, by id. */
export const customerCounts = (ids: readonly string[]) =>
  queryOptions({
    queryKey: customerKeys.counts(ids),
    queryFn: async ({ signal }): Promise<Map<string, CustomerCounts>> => {
      const { data } = await rows
        .from('customer_counts')
        .select('customer_id, leads, users')
        .in('customer_id', [...ids])
        .abortSignal(signal)
        .throwOnError();
      const countsOf = ({ leads, users }: Partial<CustomerCounts>) => ({ leads: leads ?? 0, users: users ?? 0 });
      return new Map(data.map((row) => [row.customer_id ?? '', countsOf(row as Partial<CustomerCounts>)]));
    },
    staleTime: 0, // leads come and go by many ways
    meta: { logAs: LOG_AS },
  });

/** The name of a customer, active or not; null where there is none of this id. */
export const customerName = (id: string) =>
  queryOptions({
    queryKey: customerKeys.name(id),
    queryFn: async ({ signal }): Promise<string | null> => {
      const { data } = await rows
        .from('customers')
        .select('name')
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data?.name ?? null;
    },
    meta: { logAs: LOG_AS },
  });

/** One customer. Fails where there is none of this id. */
export const customerOf = (id: string) =>
  queryOptions({
    queryKey: customerKeys.one(id),
    queryFn: async ({ signal }): Promise<Customer> => {
      if (!isUuid(id)) throw new Error(`“${id}” is no customer’s id`);
      const { data } = await rows
        .from('customers')
        .select(COLUMNS)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      if (!data) throw new Error('There is no customer with this id');
      return data;
    },
  });

/** Whether a customer has this name already, whatever its case. */
export async function isNameTaken(name: string): Promise<boolean> {
  const { count } = await rows
    .from('customers')
    .select('*', { count: 'exact', head: true })
    .ilike('name', equalsPattern(name))
    .throwOnError();
  return count !== 0;
}

export async function createCustomer(name: string, createdBy: string): Promise<Customer> {
  const { data } = await rows
    .from('customers')
    .insert({ name, created_by: createdBy })
    .select(COLUMNS)
    .single()
    .throwOnError();
  return data;
}

/** Gives a customer's users access, or takes it away. */
export async function setCustomerActive(id: string, isActive: boolean): Promise<void> {
  await rows.from('customers').update({ is_active: isActive }).eq('id', id).throwOnError();
}

/** After customers or their users have come, gone or changed. */
export const refreshCustomers = (client: QueryClient) => invalidate(client, customerKeys.all);
