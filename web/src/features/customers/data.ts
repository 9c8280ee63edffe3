import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import { cursorAfter, PAGE_SIZE } from '@/lib/keyset.ts';
import { invalidate } from '@/lib/query-client.ts';
import { COUNT, equalsPattern, quotedValue, type RowOf, readCount, readData, rows } from '@/lib/rows.ts';
import type { ChoiceSource } from '@/lib/use-choices.ts';
import { isUuid } from '@/lib/uuid.ts';
import { texts } from './texts.ts';

const selectNames = () => rows.from('customers').select('id, name');
const CUSTOMER = 'id, name, is_active, needs_sign_off, created_at, review_by, time_zone, reminds_on_weekends';
const selectCustomers = () => rows.from('customers').select(CUSTOMER);

const matching = (term: string) => rows.rpc('search_customers', { term });

export type CustomerName = RowOf<typeof selectNames>;
export type Customer = RowOf<typeof selectCustomers>;

/** Counts all leads, and the users with an active membership. */
export type CustomerCounts = { leads: number; users: number };

const LOG_AS = 'Error fetching customers';

export const customerKeys = {
  all: ['customers'] as const,
  name: (id: string) => ['customers', 'name', id] as const,
  members: (id: string) => ['customers', 'members', id] as const,
};

type Pageable<Self> = {
  gte: (column: 'name', value: string) => Self;
  or: (filters: string) => Self;
  order: (column: 'name' | 'id') => Self;
  limit: (count: number) => Self;
};

function pageByName<Request extends Pageable<Request>>(request: Request, after: CustomerName | null, limit: number) {
  const rest = after
    ? request.gte('name', after.name).or(`name.gt.${quotedValue(after.name)},id.gt.${after.id}`)
    : request;
  return rest.order('name').order('id').limit(limit);
}

export const activeCustomers: ChoiceSource<CustomerName> = {
  key: (term) => ['customers', 'active', term],
  read: ({ term, after, limit, signal }) => {
    const found = term ? matching(term).select('id, name') : selectNames();
    return readData(pageByName(found.eq('is_active', true), after, limit), signal);
  },
  logAs: LOG_AS,
};

/** The first active customers whose name starts with the text, then the first whose name contains the words. */
export const findCustomers = (text: string, words: string, limit: number) =>
  queryOptions({
    queryKey: ['customers', 'find', text, words],
    queryFn: async ({ signal }): Promise<CustomerName[]> => {
      const find = (wanted: { term: string; at_start?: boolean }) => {
        const request = rows.rpc('search_customers', wanted).select('id, name').eq('is_active', true);
        return readData(request.order('name').limit(limit), signal);
      };
      const [starting, containing] = await Promise.all([find({ term: text, at_start: true }), find({ term: words })]);
      const isNew = ({ id }: CustomerName) => !starting.some((one) => one.id === id);
      return [...starting, ...containing.filter(isNew)];
    },
    placeholderData: keepPreviousData,
    meta: { logAs: LOG_AS },
  });

export const customerList = (term: string) =>
  infiniteQueryOptions({
    queryKey: ['customers', 'list', term],
    queryFn: ({ pageParam: after, signal }): Promise<Customer[]> => {
      const found = term ? matching(term).select(CUSTOMER) : selectCustomers();
      return readData(pageByName(found, after, PAGE_SIZE), signal);
    },
    initialPageParam: null as CustomerName | null,
    getNextPageParam: (page) => cursorAfter(page),
    placeholderData: keepPreviousData,
  });

export const customerCount = (term: string) =>
  queryOptions({
    queryKey: ['customers', 'count', term],
    queryFn: ({ signal }) =>
      readCount(
        term ? rows.rpc('search_customers', { term }, COUNT) : rows.from('customers').select('*', COUNT),
        signal,
      ),
    placeholderData: keepPreviousData,
    meta: { logAs: LOG_AS },
  });

export const customerCounts = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['customers', 'counts', ids],
    queryFn: async ({ signal }): Promise<Map<string, CustomerCounts>> => {
      const counts = rows.from('customer_counts').select('customer_id, leads, users');
      const data = await readData(counts.in('customer_id', [...ids]), signal);
      return new Map(
        data.map(({ customer_id, leads, users }) => [customer_id ?? '', { leads: leads ?? 0, users: users ?? 0 }]),
      );
    },
    staleTime: 0, // other features change the counts
    meta: { logAs: LOG_AS },
  });

/** The name of a customer, active or not; null if there is none with this id. */
export const customerName = (id: string) =>
  queryOptions({
    queryKey: customerKeys.name(id),
    queryFn: async ({ signal }): Promise<string | null> => {
      const data = await readData(selectNames().eq('id', id).maybeSingle(), signal);
      return data?.name ?? null;
    },
    meta: { logAs: LOG_AS },
  });

/** Rejects if there is no customer with this id. */
export const customerDetails = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: async ({ signal }): Promise<Customer> => {
      if (!isUuid(id)) throw new Error(texts.invalidId(id));
      const data = await readData(selectCustomers().eq('id', id).maybeSingle(), signal);
      if (!data) throw new Error(texts.notFound);
      return data;
    },
  });

export async function isNameTaken(name: string): Promise<boolean> {
  const request = rows.from('customers').select('*', COUNT);
  const { count } = await request.ilike('name', equalsPattern(name)).throwOnError();
  return count !== 0;
}

export async function createCustomer(name: string, createdBy: string): Promise<string> {
  const request = rows.from('customers').insert({ name, created_by: createdBy });
  return (await readData(request.select('id').single())).id;
}

/** Users of an inactive customer have no access to its data. */
export const setCustomerActive = (id: string, isActive: boolean) =>
  readData(rows.from('customers').update({ is_active: isActive }).eq('id', id));

/** Whether campaigns of the customer can become active with approved copy only. */
export const setSignOff = (id: string, isNeeded: boolean) =>
  readData(rows.from('customers').update({ needs_sign_off: isNeeded }).eq('id', id));

export type Deadline = Pick<Customer, 'review_by' | 'time_zone' | 'reminds_on_weekends'>;

/** The day by which the customer is to review, and when it is reminded of it. */
export const setDeadline = (id: string, deadline: Deadline) =>
  readData(rows.from('customers').update(deadline).eq('id', id));

export const refreshCustomers = (client: QueryClient) => invalidate(client, customerKeys.all);

/** The name of a customer; undefined while it loads, if it does not exist, and for null. */
export function useCustomerName(customerId: string | null): string | undefined {
  const { data: name } = useQuery({ ...customerName(customerId ?? ''), enabled: customerId !== null });
  return name ?? undefined;
}
