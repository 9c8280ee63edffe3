import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pageAfter } from '@/lib/keyset.ts';
import { readData, rows } from '@/lib/rows.ts';

export type RowGroup = 'leads' | 'companies' | 'campaigns' | 'users';
export type FoundRow = { id: string; group: RowGroup; label: string; details: (string | null)[] };

export const MAX_ROWS = 5;

/** A few leads, companies and campaigns that match a text: of these customers or, for an administrator, of all (null), and users. */
export const findRows = (text: string, customers: readonly string[] | null) =>
  queryOptions({
    queryKey: ['rows', 'find', text, customers],
    queryFn: async ({ signal }): Promise<FoundRow[]> => {
      const wanted = { term: text, ...(customers && { customers: [...customers] }) };
      const page = { ...wanted, page_size: MAX_ROWS };
      const [leads, companies, campaigns, users] = await Promise.all([
        readData(rows.rpc('search_leads', page).select('id, name, title, company, customers(name)'), signal),
        readData(rows.rpc('search_companies', page).select('id, name, industry, location, customers(name)'), signal),
        readData(
          pageAfter(rows.rpc('search_campaigns', wanted).select('id, name, customers(name)'), null, MAX_ROWS),
          signal,
        ),
        customers === null
          ? readData(
              pageAfter(rows.rpc('search_users', { term: text }).select('id, email, full_name'), null, MAX_ROWS),
              signal,
            )
          : [],
      ]);
      const shownCustomer = (customer: { name: string }) => (customers === null ? customer.name : null);
      return [
        ...leads.map(({ id, name, title, company, customers: customer }) =>
          found('leads', id, name, title, company, shownCustomer(customer)),
        ),
        ...companies.map(({ id, name, industry, location, customers: customer }) =>
          found('companies', id, name, industry, location, shownCustomer(customer)),
        ),
        ...campaigns.map(({ id, name, customers: customer }) => found('campaigns', id, name, shownCustomer(customer))),
        ...users.map(({ id, email, full_name }) =>
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
