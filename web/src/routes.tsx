import type { ComponentType } from 'react';
import { Outlet, type RouteObject, useLocation } from 'react-router';
import { AuthPage } from './features/auth/auth-page.tsx';
import { homeFor, type Role } from './features/session/access.ts';
import { BrokenPage } from './features/session/broken-page.tsx';
import { LoadingScreen } from './features/session/notice-page.tsx';
import { OfflinePage, Redirect } from './features/session/notice-pages.tsx';
import { RequireCustomer, RequireRole } from './features/session/require-role.tsx';
import { useSession } from './features/session/session.tsx';
import { config } from './lib/config.ts';
import { lazyPart } from './lib/lazy-part.tsx';
import { usePageTitle } from './lib/page-title.ts';
import { useSingleClickLinks } from './lib/single-click-links.ts';
import { commonTexts } from './lib/texts.ts';
import { useNavigationGuard } from './lib/use-navigation-guard.ts';
import { paths } from './paths.ts';

const { pages: titles } = commonTexts;

const ImpersonationBanner = lazyPart(
  'ImpersonationBanner',
  () => import('./features/session/impersonation/impersonation-banner.tsx'),
);

const PublicDemoBanner = lazyPart('PublicDemoBanner', () => import('./features/session/public-demo-banner.tsx'));

const SignInAgain = lazyPart('SignInAgain', () => import('./features/auth/second-step/sign-in-again.tsx'));

/** The code of each page, by the name of its component. */
const code = {
  DashboardPage: () => import('./features/dashboard/dashboard-page.tsx'),
  LeadsPage: () => import('./features/leads/leads-page.tsx'),
  CompaniesPage: () => import('./features/companies/companies-page.tsx'),
  CopyPage: () => import('./features/campaigns/campaigns-page.tsx'),
  SettingsPage: () => import('./features/settings/settings-page.tsx'),
  DoNotContactPage: () => import('./features/do-not-contact/do-not-contact-page.tsx'),
  AdminDashboardPage: () => import('./features/dashboard/admin/admin-dashboard-page.tsx'),
  CustomersPage: () => import('./features/customers/customers-page.tsx'),
  CustomerPage: () => import('./features/customer/customer-page.tsx'),
  UsersPage: () => import('./features/users/users-page.tsx'),
  AdminLeadsPage: () => import('./features/leads/admin-leads-page.tsx'),
  ActivityPage: () => import('./features/activity/activity-page.tsx'),
  ImportsPage: () => import('./features/import/history/imports-page.tsx'),
  AdminCopyPage: () => import('./features/campaigns/campaigns-page.tsx'),
  HandOffsPage: () => import('./features/hand-offs/hand-offs-page.tsx'),
  AdminSettingsPage: () => import('./features/settings/admin-settings-page.tsx'),
  BrandPage: () => import('./features/brand/brand-page.tsx'),
  OutboxPage: () => import('./features/outbox/outbox-page.tsx'),
  ReasonsPage: () => import('./features/review/reasons/reasons-page.tsx'),
  AdminCompaniesPage: () => import('./features/companies/admin-companies-page.tsx'),
  ConfirmPage: () => import('./features/auth/confirm/confirm-page.tsx'),
  NewPasswordPage: () => import('./features/auth/password/new-password-page.tsx'),
  InvitePage: () => import('./features/invitations/invite-page.tsx'),
  ReportPage: () => import('./features/report/report-page.tsx'),
  NotFoundPage: () => import('./features/session/not-found-page.tsx'),
  ReviewLinksPage: () => import('./features/review-links/review-links-page.tsx'),
  UnsubscribePage: () => import('./features/account/unsubscribe-page.tsx'),
  PreviewPage: () => import('./features/review-links/preview-page.tsx'),
} satisfies Record<string, () => Promise<object>>;

type PageName = keyof typeof code;

const readers: { [Name in PageName]: () => Promise<Record<Name, ComponentType>> } = code;

/** A page whose code is loaded before it is shown, or once the browser is back online. Without a title it sets that of the tab itself. */
const page = <Name extends PageName>(path: string, title: string | undefined, name: Name): RouteObject => ({
  path,
  HydrateFallback: LoadingScreen,
  ErrorBoundary: BrokenPage,
  lazy: async () => {
    const read = readers[name];
    const Content = navigator.onLine ? (await read())[name] : lazyPart(name, read, <OfflinePage />);
    return { element: title === undefined ? <Content /> : <Page key={path} title={title} Content={Content} /> };
  },
});

/** Also sets the title of the browser's tab, which is announced. */
function Page({ title, Content }: { title: string; Content: ComponentType }) {
  usePageTitle(title);
  return <Content />;
}

const customerPages = [
  page(paths.dashboard, titles.dashboard, 'DashboardPage'),
  page(paths.leads, titles.leads, 'LeadsPage'),
  page(paths.companies, titles.companies, 'CompaniesPage'),
  page(paths.copy, titles.copy, 'CopyPage'),
  page(paths.settings, titles.settings, 'SettingsPage'),
  page(paths.doNotContact, titles.doNotContact, 'DoNotContactPage'),
  page(paths.reviewLinks, titles.reviewLinks, 'ReviewLinksPage'),
];

const adminTitle = (title: string) => `${title} · ${commonTexts.adminPanel}`;

const adminPages = [
  page(paths.admin, adminTitle(titles.dashboard), 'AdminDashboardPage'),
  page(paths.adminCustomers, adminTitle(titles.customers), 'CustomersPage'),
  page(paths.adminCustomer, adminTitle(titles.customer), 'CustomerPage'),
  page(paths.adminUsers, adminTitle(titles.users), 'UsersPage'),
  page(paths.adminLeads, adminTitle(titles.leads), 'AdminLeadsPage'),
  page(paths.adminActivity, adminTitle(titles.activity), 'ActivityPage'),
  page(paths.adminImports, adminTitle(titles.imports), 'ImportsPage'),
  page(paths.adminCopy, adminTitle(titles.copy), 'AdminCopyPage'),
  page(paths.adminHandOffs, adminTitle(titles.handOffs), 'HandOffsPage'),
  page(paths.adminSettings, adminTitle(titles.settings), 'AdminSettingsPage'),
  page(paths.adminBrand, adminTitle(titles.brand), 'BrandPage'),
  page(paths.adminOutbox, adminTitle(titles.outbox), 'OutboxPage'),
  page(paths.adminReasons, adminTitle(titles.reasons), 'ReasonsPage'),
  page(paths.adminDoNotContact, adminTitle(titles.doNotContact), 'DoNotContactPage'),
  page(paths.adminCompanies, adminTitle(titles.companies), 'AdminCompaniesPage'),
];

/** Pages in the frame of an area, for its role; without one, of the area of the reader. */
const inShell = (area: Role | undefined, children: RouteObject[]): RouteObject => ({
  HydrateFallback: LoadingScreen,
  lazy: async () => {
    const { Shell } = await import('./features/shell/shell.tsx');
    return { element: <Shell area={area} /> };
  },
  children,
});

function HomePage() {
  usePageTitle(titles.home);
  const home = homeFor(useSession());
  return home === 'wait' ? <LoadingScreen /> : <Redirect to={paths[home]} />;
}

function Root() {
  const { isRecovering, isImpersonating, kept } = useSession();
  const { pathname } = useLocation();
  useNavigationGuard();
  useSingleClickLinks();
  if (isRecovering && pathname !== paths.newPassword) return <Redirect to={paths.newPassword} />;
  return (
    <>
      {config.publicDemo && <PublicDemoBanner {...config.publicDemo} />}
      {isImpersonating && <ImpersonationBanner />}
      <Outlet />
      {kept && <SignInAgain />}
    </>
  );
}

export const routes: RouteObject[] = [
  page(paths.confirm, undefined, 'ConfirmPage'), // outside of the navigation guard, since a second link in the same tab changes the fragment only
  page(paths.unsubscribe, undefined, 'UnsubscribePage'), // on a hosted project; our own server has a page without a script
  {
    element: <Root />,
    ErrorBoundary: BrokenPage,
    children: [
      { path: paths.home, element: <HomePage /> },
      { path: paths.auth, element: <AuthPage /> },
      page(paths.newPassword, undefined, 'NewPasswordPage'),
      page(paths.invitation, undefined, 'InvitePage'),
      { element: <RequireRole required="customer" />, children: [inShell('customer', customerPages)] },
      { element: <RequireRole required="admin" />, children: [inShell('admin', adminPages)] },
      {
        element: <RequireRole />,
        children: [
          page(paths.reviewPreview, undefined, 'PreviewPage'),
          {
            element: <RequireCustomer />,
            children: [inShell(undefined, [page(paths.report, undefined, 'ReportPage')])],
          },
        ],
      },
      page('*', undefined, 'NotFoundPage'),
    ],
  },
];
