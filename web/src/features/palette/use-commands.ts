import { useQuery } from '@tanstack/react-query';
import { BriefcaseBusiness, Eye, EyeOff, LogOut, Monitor, Moon, Sun, Upload } from 'lucide-react';
import { generatePath, useNavigate } from 'react-router';
import { customersCalled } from '@/features/customers/data.ts';
import { useImpersonation } from '@/features/impersonation/use-impersonation.ts';
import { useSession } from '@/features/session/session.tsx';
import { chooseTheme } from '@/lib/theme.ts';
import { useDebounced } from '@/lib/use-debounced.ts';
import { paths } from '@/paths.ts';
import { type Command, MOST_OF_A_GROUP, wordsIn } from './commands.ts';

/** Pages under the name of their area. */
export type PageGroup = { label: string; pages: readonly Page[] };
export type Page = { label: string; to: string; icon: Command['icon'] };

const THEMES = [
  { value: 'light', label: 'Light theme', icon: Sun },
  { value: 'dark', label: 'Dark theme', icon: Moon },
  { value: 'system', label: 'Theme of the system', icon: Monitor },
] as const;

/** The names of the customers' groups, which are typed to find a customer as well. */
const CUSTOMER_GROUPS = ['customers', 'impersonate'];
/** The words of a name that are searched for. */
const MOST_WORDS = 10;

const isOfGroup = (word: string) => CUSTOMER_GROUPS.some((group) => group.includes(word));

/** How far the search for customers has come. */
export type CustomerSearch = 'under way' | 'failed' | 'done';

/** The customers that what is typed may be about: there are many, so the backend finds them. */
function useCustomersCalled(typed: string) {
  const { isAdmin } = useSession();
  const text = useDebounced(typed.trim());
  const isTyping = text !== '';
  const words = wordsIn(text).filter((word) => !isOfGroup(word));
  const { data, isFetching, isError } = useQuery({
    ...customersCalled(text, words.slice(0, MOST_WORDS), MOST_OF_A_GROUP),
    enabled: isAdmin && isTyping,
  });
  const isBehind = isAdmin && (isFetching || text !== typed.trim());
  const search: CustomerSearch = isBehind ? 'under way' : isError ? 'failed' : 'done';
  return { customers: (isTyping && data) || [], search };
}

/** All that this person can go to or do from anywhere; of the customers those that what is typed may be about. */
export function useCommands(groups: readonly PageGroup[], typed: string) {
  const { isAdmin, signOut } = useSession();
  const { current, start, stop } = useImpersonation();
  const navigate = useNavigate();
  const { customers, search } = useCustomersCalled(typed);

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
