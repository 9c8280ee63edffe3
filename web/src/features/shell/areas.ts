import {
  Ban,
  BriefcaseBusiness,
  Building2,
  Contact,
  FileClock,
  History,
  LayoutDashboard,
  Link2,
  ListX,
  type LucideIcon,
  Mail,
  MessageSquareText,
  Palette,
  Send,
  Settings,
  UsersRound,
} from 'lucide-react';
import type { WaitingSubject } from '@/features/comments/waiting-data.ts';
import type { Role } from '@/features/session/access.ts';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { texts } from './texts.ts';

export type NavigationItem = {
  label: string;
  to: string;
  icon: LucideIcon;
  /** Current on exactly this path, not on paths below it. */
  exact?: boolean;
  /** Whose rows that wait for the user are counted beside it. */
  waiting?: WaitingSubject;
  /** Only for approvers of a customer that is in effect. */
  forApprovers?: true;
};

type Area = { title: string; groups: readonly { label: string; items: readonly NavigationItem[] }[] };

const { areas: names } = texts;
const { pages } = commonTexts;

export const areas: Record<Role, Area> = {
  customer: {
    title: names.customer.title,
    groups: [
      {
        label: names.customer.main,
        items: [
          { label: pages.dashboard, to: paths.dashboard, icon: LayoutDashboard },
          { label: pages.leads, to: paths.leads, icon: Contact, waiting: 'leads' },
          { label: pages.companies, to: paths.companies, icon: Building2, waiting: 'companies' },
          { label: pages.copy, to: paths.copy, icon: MessageSquareText, waiting: 'campaigns' },
        ],
      },
      { label: names.customer.other, items: [{ label: pages.settings, to: paths.settings, icon: Settings }] },
      {
        label: names.customer.review,
        items: [
          { label: pages.doNotContact, to: paths.doNotContact, icon: Ban },
          {
            label: pages.reviewLinks,
            to: paths.reviewLinks,
            icon: Link2,
            waiting: 'review links',
            forApprovers: true,
          },
        ],
      },
    ],
  },
  admin: {
    title: names.admin.title,
    groups: [
      {
        label: names.admin.admin,
        items: [
          { label: pages.dashboard, to: paths.admin, icon: LayoutDashboard, exact: true },
          { label: pages.customers, to: paths.adminCustomers, icon: BriefcaseBusiness },
          { label: pages.users, to: paths.adminUsers, icon: UsersRound },
        ],
      },
      {
        label: names.admin.data,
        items: [
          { label: pages.leads, to: paths.adminLeads, icon: Contact, waiting: 'leads' },
          { label: pages.companies, to: paths.adminCompanies, icon: Building2, waiting: 'companies' },
          { label: pages.copy, to: paths.adminCopy, icon: MessageSquareText, waiting: 'campaigns' },
        ],
      },
      { label: pages.settings, items: [{ label: pages.settings, to: paths.adminSettings, icon: Settings }] },
      {
        label: names.admin.review,
        items: [
          { label: pages.reasons, to: paths.adminReasons, icon: ListX },
          { label: pages.doNotContact, to: paths.adminDoNotContact, icon: Ban },
        ],
      },
      { label: names.admin.agency, items: [{ label: pages.brand, to: paths.adminBrand, icon: Palette }] },
      {
        label: names.admin.history,
        items: [
          { label: pages.activity, to: paths.adminActivity, icon: History },
          { label: pages.imports, to: paths.adminImports, icon: FileClock },
          { label: pages.handOffs, to: paths.adminHandOffs, icon: Send },
          { label: pages.outbox, to: paths.adminOutbox, icon: Mail },
        ],
      },
    ],
  },
};

/** The groups of an area with the pages that the user may open. */
export const areaGroups = (area: Role, isApprover: boolean): Area['groups'] =>
  areas[area].groups.map(({ label, items }) => ({
    label,
    items: items.filter(({ forApprovers }) => isApprover || !forApprovers),
  }));
