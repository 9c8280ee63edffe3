import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
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
const UsersPage = lazy(async () => ({ default: (await import('./features/users/users-page.tsx')).UsersPage }));
const LeadsPage = lazy(async () => ({ default: (await import('./features/leads/leads-page.tsx')).LeadsPage }));
const DashboardPage = lazy(async () => ({
  default: (await import('./features/dashboard/dashboard-page.tsx')).DashboardPage,
}));
const CompaniesPage = lazy(async () => ({
  default: (await import('./features/companies/companies-page.tsx')).CompaniesPage,
}));
const SettingsPage = lazy(async () => ({
  default: (await import('./features/settings/settings-page.tsx')).SettingsPage,
}));
const CopyPage = lazy(async () => ({ default: (await import('./features/campaigns/copy-page.tsx')).CopyPage }));
const AdminDashboardPage = lazy(async () => ({
  default: (await import('./features/dashboard/admin/admin-dashboard-page.tsx')).AdminDashboardPage,
}));
const CustomersPage = lazy(async () => ({
  default: (await import('./features/customers/customers-page.tsx')).CustomersPage,
}));
const CustomerPage = lazy(async () => ({
  default: (await import('./features/members/customer-page.tsx')).CustomerPage,
}));
const AdminLeadsPage = lazy(async () => ({
  default: (await import('./features/leads/admin-leads-page.tsx')).AdminLeadsPage,
}));
const ActivityPage = lazy(async () => ({
  default: (await import('./features/activity/activity-page.tsx')).ActivityPage,
}));
const AdminCopyPage = lazy(async () => ({
  default: (await import('./features/campaigns/admin-copy-page.tsx')).AdminCopyPage,
}));
const AdminSettingsPage = lazy(async () => ({
  default: (await import('./features/settings/admin-settings-page.tsx')).AdminSettingsPage,
}));
const ImportsPage = lazy(async () => ({
  default: (await import('./features/import/history/imports-page.tsx')).ImportsPage,
}));
const AdminCompaniesPage = lazy(async () => ({
  default: (await import('./features/companies/admin-companies-page.tsx')).AdminCompaniesPage,
}));

/** A page under the name that its tab and its announcement carry. */
function Titled({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return children;
}

const titled = (title: string, page: ReactNode) => <Titled title={title}>{page}</Titled>;

/** Every route of the app: the public ones, the customer area, the admin area, and the page for all other addresses. */
export function AppRoutes() {
  const { signedIn, isRecovering, isImpersonating } = useSession();
  const { pathname } = useLocation();
  useEffect(() => {
    if (signedIn) loadShell(); // while the roles are read
  }, [signedIn]);
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
          <Route path={paths.entry} element={<EntryPage />} />
          <Route path={paths.auth} element={<AuthPage />} />
          <Route path={paths.newPassword} element={<NewPasswordPage />} />
          <Route path={paths.invitation} element={<InvitePage />} />

          <Route element={<RequireRole needed="customer" />}>
            <Route element={<Shell area="customer" />}>
              <Route path={paths.dashboard} element={titled('Dashboard', <DashboardPage />)} />
              <Route path={paths.leads} element={titled('Leads', <LeadsPage />)} />
              <Route path={paths.companies} element={titled('Companies', <CompaniesPage />)} />
              <Route path={paths.copy} element={titled('Copy', <CopyPage />)} />
              <Route path={paths.settings} element={titled('Settings', <SettingsPage />)} />
            </Route>
          </Route>

          <Route element={<RequireRole needed="admin" />}>
            <Route element={<Shell area="admin" />}>
              <Route path={paths.admin} element={titled('Dashboard · Admin Panel', <AdminDashboardPage />)} />
              <Route path={paths.adminCustomers} element={titled('Customers · Admin Panel', <CustomersPage />)} />
              <Route path={paths.adminCustomer} element={titled('Customer · Admin Panel', <CustomerPage />)} />
              <Route path={paths.adminUsers} element={titled('Users · Admin Panel', <UsersPage />)} />
              <Route path={paths.adminLeads} element={titled('Leads · Admin Panel', <AdminLeadsPage />)} />
              <Route path={paths.adminActivity} element={titled('Activity · Admin Panel', <ActivityPage />)} />
              <Route path={paths.adminImports} element={titled('Import history · Admin Panel', <ImportsPage />)} />
              <Route path={paths.adminCopy} element={titled('Copy · Admin Panel', <AdminCopyPage />)} />
              <Route path={paths.adminSettings} element={titled('Settings · Admin Panel', <AdminSettingsPage />)} />
              <Route path={paths.adminCompanies} element={titled('Companies · Admin Panel', <AdminCompaniesPage />)} />
            </Route>
          </Route>

          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  );
}
