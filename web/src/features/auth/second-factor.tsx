import { useSession } from '@/features/session/session.tsx';
import { usePageTitle } from '@/lib/page-title.ts';
import { AuthFrame } from './auth-frame.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

/** Between the password and the app, for accounts with a second factor. */
export function SecondFactor() {
  usePageTitle('Two-factor sign-in');
  const { user } = useSession();
  return (
    <AuthFrame title="Two-factor sign-in" description={`Show that it is you, ${user?.email}.`}>
      <SecondFactorForm />
    </AuthFrame>
  );
}
