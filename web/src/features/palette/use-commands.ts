import { useQuery } from '@tanstack/react-query';
import {
  BriefcaseBusiness,
  Building2,
  Eye,
  EyeOff,
  List,
  LogOut,
  Monitor,
  Moon,
  PenLine,
  Plus,
  Sun,
  Upload,
  User,
  UserPlus,
  Users,
} from 'lucide-react';
import { generatePath, useNavigate } from 'react-router';
import { findCustomers } from '@/features/customers/data.ts';
import { recordPath } from '@/features/lists/use-open-record.ts';
import { useImpersonation } from '@/features/session/impersonation/use-impersonation.ts';
import { useSession } from '@/features/session/session.tsx';
import { useRoles } from '@/features/session/use-role.ts';
import { fold } from '@/lib/fold.ts';
import { commonTexts } from '@/lib/texts.ts';
import { chooseTheme } from '@/lib/theme.ts';
import { useDebounced } from '@/lib/use-choices.ts';
import { paths } from '@/paths.ts';
import { type Command, MAX_PER_GROUP, wordsIn } from './commands.ts';
import { type FoundRow, findRows, MAX_ROWS, type RowGroup } from './data.ts';
import { texts } from './texts.ts';

export type PageGroup = { label: string; pages: readonly PageLink[] };
export type PageLink = { label: string; to: string; icon: Command['icon'] };

const THEMES = [
  { value: 'light', label: texts.themes.light, icon: Sun },
  { value: 'dark', label: texts.themes.dark, icon: Moon },
  { value: 'system', label: texts.themes.system, icon: Monitor },
] as const;

/** The customers' groups, whose names are part of a query but not of a customer's name. */
const CUSTOMER_GROUPS = [texts.groups.customers, texts.groups.impersonate].map(fold);
const MAX_WORDS = 10;

const isGroupName = (word: string) => CUSTOMER_GROUPS.some((group) => group.includes(word));

const ROW_GROUPS = ['leads', 'companies', 'campaigns', 'users'] as const satisfies readonly RowGroup[];

export type RowSearch = 'loading' | 'failed' | 'done';

const ICONS: Record<RowGroup, Command['icon']> = {
  leads: Users,
  companies: Building2,
  campaigns: PenLine,
  users: User,
};

/** The customers and rows that match the query, found by the server. The rows are those that the user's lists show. */
function useRowSearch(query: string) {
  const { isAdmin, customerIds } = useSession();
  const { current } = useImpersonation();
  const text = useDebounced(query.trim());
  const words = wordsIn(text).filter((word) => !isGroupName(word));
  const customers = useQuery({
    ...findCustomers(text, words.slice(0, MAX_WORDS).join(' '), MAX_PER_GROUP),
    enabled: isAdmin && text !== '',
  });
  const found = useQuery({
    ...findRows(text, isAdmin && !current ? null : customerIds),
    enabled: text !== '',
  });
  const isLoading = customers.isFetching || found.isFetching || text !== query.trim();
  const search: RowSearch = isLoading ? 'loading' : customers.isError || found.isError ? 'failed' : 'done';
  return {
    text,
    customers: (text !== '' && customers.data) || [],
    found: (text !== '' && !found.isPlaceholderData && found.data) || [],
    search,
  };
}

/** The user's pages and actions, and the customers and rows that match the query. */
export function useCommands(groups: readonly PageGroup[], query: string) {
  const { isAdmin, customerIds, signOut } = useSession();
  const roleIn = useRoles();
  const { current, start, stop } = useImpersonation();
  const navigate = useNavigate();
  const { text, customers, found, search } = useRowSearch(query);

  const goTo = (group: string) => (page: PageLink) => ({ ...page, id: page.to, group, run: () => navigate(page.to) });
  const isOnAdminPages = isAdmin && !current;
  const campaigns = isOnAdminPages ? paths.adminCopy : paths.copy;
  const adminActions = [
    { label: texts.uploadLeads, to: `${paths.adminLeads}?upload=1`, icon: Upload },
    { label: texts.uploadCompanies, to: `${paths.adminCompanies}?upload=1`, icon: Upload },
    { label: texts.createCustomer, to: `${paths.adminCustomers}?create=1`, icon: Plus },
    { label: commonTexts.inviteUser, to: `${paths.adminUsers}?invite=1`, icon: UserPlus },
  ];
  const actions = [
    ...(isAdmin ? adminActions : []),
    ...(isAdmin || customerIds.some((id) => roleIn(id) === 'approver')
      ? [{ label: texts.createCampaign, to: `${campaigns}?create=1`, icon: PenLine }]
      : []),
  ];
  const lists: Record<RowGroup | 'customers', string> = {
    leads: isOnAdminPages ? paths.adminLeads : paths.leads,
    companies: isOnAdminPages ? paths.adminCompanies : paths.companies,
    campaigns,
    users: paths.adminUsers,
    customers: paths.adminCustomers,
  };
  const rowPath = ({ group, id, details, label }: FoundRow): string => {
    if (group === 'campaigns') return `${lists.campaigns}?campaign=${id}`;
    if (group === 'users') return `${lists.users}?${new URLSearchParams({ search: details[0] ?? label })}`;
    return recordPath(lists[group], group, id);
  };
  /** Opens the list of everything that matches, where the palette has only the first rows. A member's campaigns cannot be searched. */
  const showAll = (group: keyof typeof lists, count: number, max: number): Command[] => {
    if (count < max) return [];
    const label = texts.showAll(texts.groups[group].toLowerCase(), text);
    const to = `${lists[group]}?${new URLSearchParams({ search: text })}`;
    return [{ ...goTo(texts.groups[group])({ label, to, icon: List }), isFound: true, isLast: true }];
  };

  const commands: Command[] = [
    ...(current
      ? [{ id: 'exit', group: texts.groups.actions, label: texts.exitImpersonation, icon: EyeOff, run: stop }]
      : []),
    ...actions.map(goTo(texts.groups.actions)),
    ...groups.flatMap(({ label, pages }) => pages.map(goTo(label))),
    ...customers.map(({ id, name: label }) =>
      goTo(texts.groups.customers)({ label, to: generatePath(paths.adminCustomer, { id }), icon: BriefcaseBusiness }),
    ),
    ...showAll('customers', customers.length, MAX_PER_GROUP),
    ...customers.map((customer) => ({
      id: `impersonate-${customer.id}`,
      group: texts.groups.impersonate,
      label: customer.name,
      icon: Eye,
      run: () => start(customer),
    })),
    ...found.map((row) => ({
      id: row.id,
      group: texts.groups[row.group],
      label: row.label,
      detail: row.details.filter(Boolean).join(' · '),
      icon: ICONS[row.group],
      isFound: true,
      run: () => navigate(rowPath(row)),
    })),
    ...ROW_GROUPS.filter((group) => isOnAdminPages || group !== 'campaigns').flatMap((group) =>
      showAll(group, found.filter((row) => row.group === group).length, MAX_ROWS),
    ),
    ...THEMES.map(({ value, label, icon }) => ({
      id: value,
      group: texts.groups.preferences,
      label,
      icon,
      run: () => chooseTheme(value),
    })),
    { id: 'sign-out', group: texts.groups.preferences, label: commonTexts.signOut, icon: LogOut, run: signOut },
  ];
  return { commands, search, isAdmin: isOnAdminPages };
}
