import { useSession } from '@/features/session/session.tsx';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { LoginForm } from '../login-form.tsx';
import { SecondFactorForm } from './second-factor.tsx';
import { texts } from './texts.ts';

/** A provider's sign-in would leave the page. In another tab it counts in this one too. */
const ONLY_PASSWORD = { providers: [], sso: false };

/** Covers a page with work whose session has ended, until the user signs in again or gives it up. */
export function SignInAgain() {
  const { user, kept, leaveKept } = useSession();
  const email = user?.email ?? '';
  return (
    <Dialog
      isLocked
      size="sm"
      title={texts.again.title}
      description={texts.again.description(email)}
      footer={
        <>
          <Button onClick={leaveKept}>{commonTexts.discard}</Button>
          <a href={paths.auth} target="_blank" rel="noopener" className={buttonClass()}>
            {texts.again.otherTab}
          </a>
        </>
      }
    >
      {kept === 'second factor' ? <SecondFactorForm /> : <LoginForm methods={ONLY_PASSWORD} email={email} />}
    </Dialog>
  );
}
