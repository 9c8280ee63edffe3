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
const NotBuilt = lazy(async () => ({ default: (await import('./features/shell/not-built.tsx')).NotBuilt }));
const NewPasswordPage = lazy(async () => ({
  default: (await import('./features/auth/new-password-page.tsx')).NewPasswordPage,
}));
const InvitePage = lazy(async () => ({ default: (await import('./features/invitations/invite-page.tsx')).InvitePage }));
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
const AdminLeadsPage = lazy(async () => ({
  default: (await import('./features/leads/admin-leads-page.tsx')).AdminLeadsPage,
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
const adminNotBuilt = (title: string) => titled(`${title} · Admin Panel`, <NotBuilt title={title} />);

/** Every route of the app: the public ones, the customer area, the admin area, and the page for all other addresses. */
export function AppRoutes() {
  const { signedIn, isRecovering } = useSession();
  const { pathname } = useLocation();
  useEffect(() => {
    if (signedIn) loadShell(); // while the roles are read
  }, [signedIn]);
  if (isRecovering && pathname !== paths.newPassword) return <Navigate to={paths.newPassword} replace />;
  return (
    <PageBoundary address={pathname}>
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
              <Route path={paths.admin} element={adminNotBuilt('Dashboard')} />
              <Route path={paths.adminCustomers} element={adminNotBuilt('Customers')} />
              <Route path={paths.adminCustomer} element={adminNotBuilt('Customer')} />
              <Route path={paths.adminUsers} element={titled('Users · Admin Panel', <UsersPage />)} />
              <Route path={paths.adminLeads} element={titled('Leads · Admin Panel', <AdminLeadsPage />)} />
              <Route path={paths.adminCompanies} element={titled('Companies · Admin Panel', <AdminCompaniesPage />)} />
              <Route path={paths.adminCopy} element={adminNotBuilt('Copy')} />
              <Route path={paths.adminSettings} element={adminNotBuilt('Settings')} />
            </Route>
          </Route>

          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  );
}
