import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router';
import { AuthPage } from './features/auth/auth-page.tsx';
import { EntryPage } from './features/session/entry-page.tsx';
import { LoadingScreen } from './features/session/loading-screen.tsx';
import { NotFoundPage } from './features/session/not-found-page.tsx';
import { RequireRole } from './features/session/require-role.tsx';
import { useSession } from './features/session/session.tsx';
import { usePageTitle } from './lib/page-title.ts';
import { paths } from './paths.ts';
import { PageBoundary } from './ui/page-boundary.tsx';

const loadShell = () => import('./features/shell/shell.tsx');
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }));
const NewPasswordPage = lazy(async () => ({
  default: (await import('./features/auth/new-password-page.tsx')).NewPasswordPage,
}));
const InvitePage = lazy(async () => ({ default: (await import('./features/invitations/invite-page.tsx')).InvitePage }));
const ImpersonationBanner = lazy(async () => ({
  default: (await import('./features/impersonation/impersonation-banner.tsx')).ImpersonationBanner,
}));

/** A page whose code comes when it is shown, or when it is known that it will be. */
function later(path: string, title: string, load: () => Promise<ComponentType>) {
  return { path, title, load, Page: lazy(async () => ({ default: await load().catch(onceOnline(load)) })) };
}

/** Offline no code comes: the page waits for the network instead of failing. */
const onceOnline =
  <Loaded,>(load: () => Promise<Loaded>) =>
  async (failure: unknown): Promise<Loaded> => {
    if (navigator.onLine) throw failure;
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    return load();
  };

const customerPages = [
  later(
    paths.dashboard,
    'Dashboard',
    async () => (await import('./features/dashboard/dashboard-page.tsx')).DashboardPage,
  ),
  later(paths.leads, 'Leads', async () => (await import('./features/leads/leads-page.tsx')).LeadsPage),
  later(
    paths.companies,
    'Companies',
    async () => (await import('./features/companies/companies-page.tsx')).CompaniesPage,
  ),
  later(paths.copy, 'Copy', async () => (await import('./features/campaigns/copy-page.tsx')).CopyPage),
  later(paths.settings, 'Settings', async () => (await import('./features/settings/settings-page.tsx')).SettingsPage),
];

const adminPages = [
  later(
    paths.admin,
    'Dashboard',
    async () => (await import('./features/dashboard/admin/admin-dashboard-page.tsx')).AdminDashboardPage,
  ),
  later(
    paths.adminCustomers,
    'Customers',
    async () => (await import('./features/customers/customers-page.tsx')).CustomersPage,
  ),
  later(
    paths.adminCustomer,
    'Customer',
    async () => (await import('./features/members/customer-page.tsx')).CustomerPage,
  ),
  later(paths.adminUsers, 'Users', async () => (await import('./features/users/users-page.tsx')).UsersPage),
  later(paths.adminLeads, 'Leads', async () => (await import('./features/leads/admin-leads-page.tsx')).AdminLeadsPage),
  later(
    paths.adminActivity,
    'Activity',
    async () => (await import('./features/activity/activity-page.tsx')).ActivityPage,
  ),
  later(
    paths.adminImports,
    'Import history',
    async () => (await import('./features/import/history/imports-page.tsx')).ImportsPage,
  ),
  later(paths.adminCopy, 'Copy', async () => (await import('./features/campaigns/admin-copy-page.tsx')).AdminCopyPage),
  later(
    paths.adminSettings,
    'Settings',
    async () => (await import('./features/settings/admin-settings-page.tsx')).AdminSettingsPage,
  ),
  later(
    paths.adminCompanies,
    'Companies',
    async () => (await import('./features/companies/admin-companies-page.tsx')).AdminCompaniesPage,
  ),
];

/** A page under the name that its tab and its announcement carry. */
function Titled({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return children;
}

/** Every route of the app: the public ones, the customer area, the admin area, and the page for all other addresses. */
export function AppRoutes() {
  const { signedIn, isRecovering, isImpersonating } = useSession();
  const { pathname } = useLocation();
  useEffect(() => {
    if (!signedIn) return;
    // While the roles are read. What cannot be had is asked for again, and told of, where it is shown.
    const page = [...customerPages, ...adminPages].find(({ path }) => matchPath(path, pathname));
    for (const load of [loadShell, page?.load]) load?.().catch(() => {});
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
          <Route path={paths.home} element={<EntryPage />} />
          <Route path={paths.auth} element={<AuthPage />} />
          <Route path={paths.newPassword} element={<NewPasswordPage />} />
          <Route path={paths.invitation} element={<InvitePage />} />

          <Route element={<RequireRole needed="customer" />}>
            <Route element={<Shell area="customer" />}>
              {customerPages.map(({ path, title, Page }) => (
                <Route
                  key={path}
                  path={path}
                  element={
                    <Titled title={title}>
                      <Page />
                    </Titled>
                  }
                />
              ))}
            </Route>
          </Route>

          <Route element={<RequireRole needed="admin" />}>
            <Route element={<Shell area="admin" />}>
              {adminPages.map(({ path, title, Page }) => (
                <Route
                  key={path}
                  path={path}
                  element={
                    <Titled title={`${title} · Admin Panel`}>
                      <Page />
                    </Titled>
                  }
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
