import {
  BriefcaseBusiness,
  Building2,
  Contact,
  FileClock,
  History,
  LayoutDashboard,
  type LucideIcon,
  MessageSquareText,
  Settings,
  UsersRound,
} from 'lucide-react';
import { paths } from '@/paths.ts';

export type AreaName = 'customer' | 'admin';

export type NavigationItem = {
  label: string;
  to: string;
  icon: LucideIcon;
  /** Current on exactly this path, not on paths below it. */
  exact?: boolean;
};

export type Area = {
  title: string;
  /** The sidebar's links. */
  groups: readonly { label: string; items: readonly NavigationItem[] }[];
};

export const areas: Record<AreaName, Area> = {
  customer: {
    title: 'Leadlight',
    groups: [
      {
        label: 'Main',
        items: [
          { label: 'Dashboard', to: paths.dashboard, icon: LayoutDashboard },
          { label: 'Leads', to: paths.leads, icon: Contact },
          { label: 'Companies', to: paths.companies, icon: Building2 },
          { label: 'Copy', to: paths.copy, icon: MessageSquareText },
        ],
      },
      { label: 'Other', items: [{ label: 'Settings', to: paths.settings, icon: Settings }] },
    ],
  },
  admin: {
    title: 'Admin Panel',
    groups: [
      {
        label: 'Admin',
        items: [
          { label: 'Dashboard', to: paths.admin, icon: LayoutDashboard, exact: true },
          { label: 'Customers', to: paths.adminCustomers, icon: BriefcaseBusiness },
          { label: 'Users', to: paths.adminUsers, icon: UsersRound },
        ],
      },
      {
        label: 'Data',
        items: [
          { label: 'Leads', to: paths.adminLeads, icon: Contact },
          { label: 'Companies', to: paths.adminCompanies, icon: Building2 },
          { label: 'Copy', to: paths.adminCopy, icon: MessageSquareText },
        ],
      },
      { label: 'Settings', items: [{ label: 'Settings', to: paths.adminSettings, icon: Settings }] },
      {
        label: 'History',
        items: [
          { label: 'Activity', to: paths.adminActivity, icon: History },
          { label: 'Import history', to: paths.adminImports, icon: FileClock },
        ],
      },
    ],
  },
};
