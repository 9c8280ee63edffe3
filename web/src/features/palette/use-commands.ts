import { useQuery } from '@tanstack/react-query';
import { BriefcaseBusiness, Eye, EyeOff, LogOut, Monitor, Moon, Sun, Upload } from 'lucide-react';
import { generatePath, useNavigate } from 'react-router';
import { findCustomers } from '@/features/customers/data.ts';
import { useImpersonation } from '@/features/impersonation/use-impersonation.ts';
import { useSession } from '@/features/session/session.tsx';
import { chooseTheme } from '@/lib/theme.ts';
import { useDebounced } from '@/lib/use-debounced.ts';
import { paths } from '@/paths.ts';
import { type Command, MOST_PER_GROUP, wordsIn } from './commands.ts';

/** The pages of an area. */
export type PageGroup = { label: string; pages: readonly Page[] };
export type Page = { label: string; to: string; icon: Command['icon'] };

const THEMES = [
  { value: 'light', label: 'Light theme', icon: Sun },
  { value: 'dark', label: 'Dark theme', icon: Moon },
  { value: 'system', label: 'System theme', icon: Monitor },
] as const;

/** The customers' groups, whose names are part of a query but not of a customer's name. */
const CUSTOMER_GROUPS = ['customers', 'impersonate'];
const MOST_WORDS = 10;

const isGroupName = (word: string) => CUSTOMER_GROUPS.some((group) => group.includes(word));

export type CustomerSearch = 'loading' | 'failed' | 'done';

/** The customers that match the query, found by the server. */
function useCustomerSearch(query: string) {
  const { isAdmin } = useSession();
  const text = useDebounced(query.trim());
  const words = wordsIn(text).filter((word) => !isGroupName(word));
  const { data, isFetching, isError } = useQuery({
    ...findCustomers(text, words.slice(0, MOST_WORDS), MOST_PER_GROUP),
    enabled: isAdmin && text !== '',
  });
  const isLoading = isAdmin && (isFetching || text !== query.trim());
  const search: CustomerSearch = isLoading ? 'loading' : isError ? 'failed' : 'done';
  return { customers: (text !== '' && data) || [], search };
}

/** The user's pages and actions, and the customers that match the query. */
export function useCommands(groups: readonly PageGroup[], query: string) {
  const { isAdmin, signOut } = useSession();
  const { current, start, stop } = useImpersonation();
  const navigate = useNavigate();
  const { customers, search } = useCustomerSearch(query);

  const goTo = (group: string) => (page: Page) => ({
    ...page,
    id: page.to,
    group,
    run: () => navigate(page.to),
  });
  const uploads = [
    { label: 'Upload Leads', to: `${paths.adminLeads}?upload=1`, icon: Upload },
    { label: 'Upload Companies', to: `${paths.adminCompanies}?upload=1`, icon: Upload },
  ];
  const exit: Command = { id: 'exit', group: 'Actions', label: 'Exit Impersonation', icon: EyeOff, run: stop };

  const commands: Command[] = [
    ...(current ? [exit] : []),
    ...(isAdmin ? uploads.map(goTo('Actions')) : []),
    ...groups.flatMap(({ label, pages }) => pages.map(goTo(label))),
    ...customers.map(({ id, name }) =>
      goTo('Customers')({ label: name, to: generatePath(paths.adminCustomer, { id }), icon: BriefcaseBusiness }),
    ),
    ...customers.map((customer) => ({
      id: `impersonate-${customer.id}`,
      group: 'Impersonate',
      label: customer.name,
      icon: Eye,
      run: () => start(customer),
    })),
    ...THEMES.map(({ value, label, icon }) => ({
      id: value,
      group: 'Preferences',
      label,
      icon,
      run: () => chooseTheme(value),
    })),
    { id: 'sign-out', group: 'Preferences', label: 'Sign Out', icon: LogOut, run: signOut },
  ];
  return { commands, search };
}
