import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router';
import { AuthPage } from './features/auth/auth-page.tsx';
import { homeFor } from './features/session/access.ts';
import { LoadingScreen } from './features/session/loading-screen.tsx';
import { NotFoundPage } from './features/session/not-found-page.tsx';
import { RequireRole } from './features/session/require-role.tsx';
import { useSession } from './features/session/session.tsx';
import type { ShellProps } from './features/shell/shell.tsx';
import { type LazyCode, lazyCode, useCode } from './lib/lazy-code.ts';
import { usePageTitle } from './lib/page-title.ts';
import { paths } from './paths.ts';
import { OfflinePage } from './ui/offline-page.tsx';
import { PageBoundary } from './ui/page-boundary.tsx';

const shellCode = lazyCode(async () => (await import('./features/shell/shell.tsx')).Shell);

function Shell(props: ShellProps) {
  const Loaded = useCode(shellCode);
  return <Loaded {...props} />;
}

const NewPasswordPage = lazy(async () => ({
  default: (await import('./features/auth/password/new-password-page.tsx')).NewPasswordPage,
}));
const InvitePage = lazy(async () => ({ default: (await import('./features/invitations/invite-page.tsx')).InvitePage }));
const ImpersonationBanner = lazy(async () => ({
  default: (await import('./features/impersonation/impersonation-banner.tsx')).ImpersonationBanner,
}));

/** A page whose code is loaded on its first use, or while the roles are read. */
const lazyPage = (path: string, title: string, load: () => Promise<ComponentType>) => ({
  path,
  title,
  code: lazyCode<object>(load, openOnline(load)),
});

type PageProps = { title: string; code: LazyCode<object> };

/** Also sets the title of the browser's tab, which is announced. */
function Page({ title, code }: PageProps) {
  usePageTitle(title);
  const Loaded = useCode(code);
  return <Loaded />;
}

/** The first request after the browser is back online may fail. */
async function retrySoon<T>(load: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return load();
}

/** Offline, a page that says so until the browser is back online and the code is loaded. */
const openOnline = (load: () => Promise<ComponentType>) => (failure: unknown) => {
  if (navigator.onLine) throw failure;
  const Page = lazy(async () => {
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    return { default: await load().catch(() => retrySoon(load)) };
  });
  return () => (
    <Suspense fallback={<OfflinePage />}>
      <Page />
    </Suspense>
  );
};

const customerPages = [
  lazyPage(
    paths.dashboard,
    'Dashboard',
    async () => (await import('./features/dashboard/dashboard-page.tsx')).DashboardPage,
  ),
  lazyPage(paths.leads, 'Leads', async () => (await import('./features/leads/leads-page.tsx')).LeadsPage),
  lazyPage(
    paths.companies,
    'Companies',
    async () => (await import('./features/companies/companies-page.tsx')).CompaniesPage,
  ),
  lazyPage(paths.copy, 'Copy', async () => (await import('./features/campaigns/copy-page.tsx')).CopyPage),
  lazyPage(
    paths.settings,
    'Settings',
    async () => (await import('./features/settings/settings-page.tsx')).SettingsPage,
  ),
];

const adminPages = [
  lazyPage(
    paths.admin,
    'Dashboard',
    async () => (await import('./features/dashboard/admin/admin-dashboard-page.tsx')).AdminDashboardPage,
  ),
  lazyPage(
    paths.adminCustomers,
    'Customers',
    async () => (await import('./features/customers/customers-page.tsx')).CustomersPage,
  ),
  lazyPage(
    paths.adminCustomer,
    'Customer',
    async () => (await import('./features/members/customer-page.tsx')).CustomerPage,
  ),
  lazyPage(paths.adminUsers, 'Users', async () => (await import('./features/users/users-page.tsx')).UsersPage),
  lazyPage(
    paths.adminLeads,
    'Leads',
    async () => (await import('./features/leads/admin-leads-page.tsx')).AdminLeadsPage,
  ),
  lazyPage(
    paths.adminActivity,
    'Activity',
    async () => (await import('./features/activity/activity-page.tsx')).ActivityPage,
  ),
  lazyPage(
    paths.adminImports,
    'Import history',
    async () => (await import('./features/import/history/imports-page.tsx')).ImportsPage,
  ),
  lazyPage(
    paths.adminCopy,
    'Copy',
    async () => (await import('./features/campaigns/admin-copy-page.tsx')).AdminCopyPage,
  ),
  lazyPage(
    paths.adminSettings,
    'Settings',
    async () => (await import('./features/settings/admin-settings-page.tsx')).AdminSettingsPage,
  ),
  lazyPage(
    paths.adminReasons,
    'Rejection reasons',
    async () => (await import('./features/reasons/reasons-page.tsx')).ReasonsPage,
  ),
  lazyPage(
    paths.adminCompanies,
    'Companies',
    async () => (await import('./features/companies/admin-companies-page.tsx')).AdminCompaniesPage,
  ),
];

function HomePage() {
  usePageTitle('Home');
  const home = homeFor(useSession());
  return home === 'wait' ? <LoadingScreen /> : <Navigate to={paths[home]} replace />;
}

export function AppRoutes() {
  const { signedIn, isRecovering, isImpersonating } = useSession();
  const { pathname } = useLocation();
  useEffect(() => {
    if (!signedIn) return;
    // Loads the code while the roles are read. The page itself tries again after a failure, and shows it.
    const page = [...customerPages, ...adminPages].find(({ path }) => matchPath(path, pathname));
    for (const load of [shellCode.load, page?.code.load]) load?.().catch(() => {});
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

          <Route element={<RequireRole required="customer" />}>
            <Route element={<Shell area="customer" />}>
              {customerPages.map(({ path, title, code }) => (
                <Route key={path} path={path} element={<Page key={path} title={title} code={code} />} />
              ))}
            </Route>
          </Route>

          <Route element={<RequireRole required="admin" />}>
            <Route element={<Shell area="admin" />}>
              {adminPages.map(({ path, title, code }) => (
                <Route
                  key={path}
                  path={path}
                  element={<Page key={path} title={`${title} · Admin Panel`} code={code} />}
                />
              ))}
            </Route>
          </Route>

          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  );
}
