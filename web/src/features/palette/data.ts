import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { rows } from '@/lib/rows.ts';

export type RowGroup = 'leads' | 'companies' | 'campaigns' | 'users';
export type FoundRow = { id: string; group: RowGroup; label: string; details: (string | null)[] };

export const MOST_ROWS = 5;

/** A few leads, companies and campaigns that match a text: of these customers or, for an administrator, of all (null), and users. */
export const findRows = (text: string, customers: readonly string[] | null) =>
  queryOptions({
    queryKey: ['rows', 'find', text, customers],
    queryFn: async ({ signal }): Promise<FoundRow[]> => {
      const wanted = { term: text, ...(customers && { customers: [...customers] }) };
      const page = { ...wanted, page_size: MOST_ROWS };
      const newest = { ascending: false };
      const [leads, companies, campaigns, users] = await Promise.all([
        rows
          .rpc('search_leads', page)
          .select('id, name, title, company, customers(name)')
          .abortSignal(signal)
          .throwOnError(),
        rows
          .rpc('search_companies', page)
          .select('id, name, industry, location, customers(name)')
          .abortSignal(signal)
          .throwOnError(),
        rows
          .rpc('search_campaigns', wanted)
          .select('id, name, customers(name)')
          .order('created_at', newest)
          .order('id', newest)
          .limit(MOST_ROWS)
          .abortSignal(signal)
          .throwOnError(),
        customers === null
          ? rows
              .rpc('search_users', { term: text })
              .select('id, email, full_name')
              .order('created_at', newest)
              .order('id', newest)
              .limit(MOST_ROWS)
              .abortSignal(signal)
              .throwOnError()
          : { data: [] },
      ]);
      const nameOf = (customer: { name: string }) => (customers === null ? customer.name : null);
      return [
        ...leads.data.map(({ id, name, title, company, customers: customer }) =>
          found('leads', id, name, title, company, nameOf(customer)),
        ),
        ...companies.data.map(({ id, name, industry, location, customers: customer }) =>
          found('companies', id, name, industry, location, nameOf(customer)),
        ),
        ...campaigns.data.map(({ id, name, customers: customer }) => found('campaigns', id, name, nameOf(customer))),
        ...users.data.map(({ id, email, full_name }) =>
          full_name ? found('users', id, full_name, email) : found('users', id, email),
        ),
      ];
    },
    placeholderData: keepPreviousData,
    meta: { logAs: 'Error searching rows' },
  });

const found = (group: RowGroup, id: string, label: string, ...details: (string | null)[]): FoundRow => ({
  id,
  group,
  label,
  details,
});
