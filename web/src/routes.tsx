import { type ComponentType, Suspense, useEffect } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router';
import { AuthPage } from './features/auth/auth-page.tsx';
import { areaOf, homeFor } from './features/session/access.ts';
import { LoadingScreen } from './features/session/loading-screen.tsx';
import { NotFoundPage } from './features/session/notice-pages.tsx';
import { RequireCustomer, RequireRole } from './features/session/require-role.tsx';
import { useSession } from './features/session/session.tsx';
import { isSessionStored } from './lib/backend.ts';
import { lazyCode } from './lib/lazy-code.tsx';
import { usePageTitle } from './lib/page-title.ts';
import { commonTexts } from './lib/texts.ts';
import { paths } from './paths.ts';
import { OfflinePage, PageBoundary } from './ui/page-boundary.tsx';

const { pages: titles } = commonTexts;

const Shell = lazyCode('Shell', () => import('./features/shell/shell.tsx'));
const NewPasswordPage = lazyCode('NewPasswordPage', () => import('./features/auth/password/new-password-page.tsx'));
const InvitePage = lazyCode('InvitePage', () => import('./features/invitations/invite-page.tsx'));
const ImpersonationBanner = lazyCode(
  'ImpersonationBanner',
  () => import('./features/session/impersonation/impersonation-banner.tsx'),
);

/** A page whose code is loaded on its first use, or while the roles are read. */
const page = <Name extends string>(
  path: string,
  title: string,
  name: Name,
  read: () => Promise<Record<Name, ComponentType>>,
) => ({
  path,
  title,
  Content: lazyCode(name, read, <OfflinePage />),
});

const readDoNotContactPage = () => import('./features/do-not-contact/do-not-contact-page.tsx');

/** Also sets the title of the browser's tab, which is announced. */
function Page({ title, Content }: { title: string; Content: ComponentType }) {
  usePageTitle(title);
  return <Content />;
}

const pages = {
  customer: [
    page(paths.dashboard, titles.dashboard, 'DashboardPage', () => import('./features/dashboard/dashboard-page.tsx')),
    page(paths.leads, titles.leads, 'LeadsPage', () => import('./features/leads/leads-page.tsx')),
    page(paths.companies, titles.companies, 'CompaniesPage', () => import('./features/companies/companies-page.tsx')),
    page(paths.copy, titles.copy, 'CopyPage', () => import('./features/campaigns/campaigns-page.tsx')),
    page(paths.settings, titles.settings, 'SettingsPage', () => import('./features/settings/settings-page.tsx')),
    page(paths.doNotContact, titles.doNotContact, 'DoNotContactPage', readDoNotContactPage),
  ],
  admin: [
    page(
      paths.admin,
      titles.dashboard,
      'AdminDashboardPage',
      () => import('./features/dashboard/admin/admin-dashboard-page.tsx'),
    ),
    page(
      paths.adminCustomers,
      titles.customers,
      'CustomersPage',
      () => import('./features/customers/customers-page.tsx'),
    ),
    page(paths.adminCustomer, titles.customer, 'CustomerPage', () => import('./features/customer/customer-page.tsx')),
    page(paths.adminUsers, titles.users, 'UsersPage', () => import('./features/users/users-page.tsx')),
    page(paths.adminLeads, titles.leads, 'AdminLeadsPage', () => import('./features/leads/admin-leads-page.tsx')),
    page(paths.adminActivity, titles.activity, 'ActivityPage', () => import('./features/activity/activity-page.tsx')),
    page(paths.adminImports, titles.imports, 'ImportsPage', () => import('./features/import/history/imports-page.tsx')),
    page(paths.adminCopy, titles.copy, 'AdminCopyPage', () => import('./features/campaigns/campaigns-page.tsx')),
    page(paths.adminHandOffs, titles.handOffs, 'HandOffsPage', () => import('./features/hand-offs/hand-offs-page.tsx')),
    page(
      paths.adminSettings,
      titles.settings,
      'AdminSettingsPage',
      () => import('./features/settings/admin-settings-page.tsx'),
    ),
    page(paths.adminReasons, titles.reasons, 'ReasonsPage', () => import('./features/review/reasons/reasons-page.tsx')),
    page(paths.adminDoNotContact, titles.doNotContact, 'DoNotContactPage', readDoNotContactPage),
    page(
      paths.adminCompanies,
      titles.companies,
      'AdminCompaniesPage',
      () => import('./features/companies/admin-companies-page.tsx'),
    ),
  ].map((page) => ({ ...page, title: `${page.title} · ${commonTexts.adminPanel}` })),
};

/** Of the area of the reader, whose link another reader can open too. Sets the title of the tab itself. */
const ReportPage = lazyCode('ReportPage', () => import('./features/report/report-page.tsx'), <OfflinePage />);

/** Loads the code of a page while the session and the roles are read. The page itself tries again after a failure, and shows it. */
function loadPage(pathname: string) {
  const all = [...pages.customer, ...pages.admin, { path: paths.report, Content: ReportPage }];
  const page = all.find(({ path }) => matchPath(path, pathname));
  if (page) for (const code of [Shell, page.Content]) code.load().catch(() => {});
}

if (isSessionStored()) loadPage(window.location.pathname);

function HomePage() {
  usePageTitle(titles.home);
  const home = homeFor(useSession());
  return home === 'wait' ? <LoadingScreen /> : <Navigate to={paths[home]} replace />;
}

export function AppRoutes() {
  const session = useSession();
  const { signedIn, isRecovering, isImpersonating } = session;
  const ownArea = areaOf(session);
  const { pathname } = useLocation();
  useEffect(() => {
    if (signedIn) loadPage(pathname);
  }, [signedIn, pathname]);
  if (isRecovering && pathname !== paths.newPassword) return <Navigate to={paths.newPassword} replace />;
  return (
    <PageBoundary address={pathname}>
      {isImpersonating && (
        <Suspense>
          <ImpersonationBanner />
        </Suspense>
      )}
      <Suspense fallback={<LoadingScreen />}>
        <Routes>
          <Route path={paths.home} element={<HomePage />} />
          <Route path={paths.auth} element={<AuthPage />} />
          <Route path={paths.newPassword} element={<NewPasswordPage />} />
          <Route path={paths.invitation} element={<InvitePage />} />

          {(['customer', 'admin'] as const).map((area) => (
            <Route key={area} element={<RequireRole required={area} />}>
              <Route element={<Shell area={area} />}>
                {pages[area].map(({ path, title, Content }) => (
                  <Route key={path} path={path} element={<Page key={path} title={title} Content={Content} />} />
                ))}
              </Route>
            </Route>
          ))}
          <Route element={<RequireRole required={ownArea} />}>
            <Route element={<RequireCustomer />}>
              <Route element={<Shell area={ownArea} />}>
                <Route path={paths.report} element={<ReportPage />} />
              </Route>
            </Route>
          </Route>

          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  );
}
