import { useSession } from '@/features/session/session.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { EmailSection } from './email-section.tsx';
import { LinkedAccountsSection } from './linked-accounts-section.tsx';
import { NameSection } from './name-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { texts } from './texts.ts';
import { TwoFactorSection } from './two-factor-section.tsx';

export function AccountDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Dialog open onOpenChange={onClose} {...texts.dialog}>
      <NameSection user={user} />
      <EmailSection user={user} />
      <PasswordSection user={user} />
      <TwoFactorSection user={user} />
      <LinkedAccountsSection user={user} />
      <SessionsSection />
    </Dialog>
  );
}
