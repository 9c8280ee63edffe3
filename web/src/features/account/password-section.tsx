import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { ChangePasswordForm } from '@/features/auth/password/change-password-form.tsx';
import { hasPassword } from '@/features/auth/password/verification.ts';
import { Button } from '@/ui/button.tsx';
import { AccountSection } from './account-section.tsx';
import { texts } from './texts.ts';

export function PasswordSection({ user }: { user: User }) {
  const [isChanging, setChanging] = useState(false);
  const isSet = hasPassword(user);
  return (
    <AccountSection
      title={texts.password.title}
      state={isSet ? texts.password.set : texts.password.notSet}
      action={
        !isChanging && (
          <Button onClick={() => setChanging(true)}>{isSet ? texts.password.change : texts.password.add}</Button>
        )
      }
    >
      {isChanging && (
        <ChangePasswordForm email={user.email ?? ''} hasPassword={isSet} onClose={() => setChanging(false)} />
      )}
    </AccountSection>
  );
}
