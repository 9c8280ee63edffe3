import { useQuery } from '@tanstack/react-query';
import { BriefcaseBusiness, Eye, EyeOff, LogOut, Monitor, Moon, Sun, Upload } from 'lucide-react';
import { generatePath, useNavigate } from 'react-router';
import { chooseTheme } from '../../lib/theme.ts';
import { paths } from '../../paths.ts';
import { activeCustomers } from '../customers/data.ts';
import { useImpersonation } from '../impersonation/use-impersonation.ts';
import { useSession } from '../session/session.tsx';
import type { Command } from './commands.ts';

/** Pages under the name of their area. */
export type PageGroup = { label: string; pages: readonly Page[] };
export type Page = { label: string; to: string; icon: Command['icon'] };

const THEMES = [
  { value: 'light', label: 'Light theme', icon: Sun },
  { value: 'dark', label: 'Dark theme', icon: Moon },
  { value: 'system', label: 'Theme of the system', icon: Monitor },
] as const;

/** All that this person can go to or do from anywhere; customers only once something is typed, for there are many. */
export function useCommands(groups: readonly PageGroup[], isTyping: boolean): Command[] {
  const { isAdmin, signOut } = useSession();
  const { current, start, stop } = useImpersonation();
  const navigate = useNavigate();
  const { data: customers = [] } = useQuery({ ...activeCustomers, enabled: isAdmin });

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
  const exit = { id: 'exit', group: 'Actions', label: 'Exit Impersonation', icon: EyeOff, run: stop };
  const ofCustomers = isTyping ? customers : [];

  return [
    ...(current ? [exit] : []),
    ...(isAdmin ? uploads.map(goTo('Actions')) : []),
    ...groups.flatMap(({ label, pages }) => pages.map(goTo(label))),
    ...ofCustomers.map(({ id, name }) =>
      goTo('Customers')({ label: name, to: generatePath(paths.adminCustomer, { id }), icon: BriefcaseBusiness }),
    ),
    ...ofCustomers.map((customer) => ({
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
}
