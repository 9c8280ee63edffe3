import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { ChangePasswordForm } from '@/features/auth/password/change-password-form.tsx';
import { hasPassword } from '@/features/auth/password/verification.ts';
import { Button } from '@/ui/button.tsx';
import { AccountSection } from './account-section.tsx';

export function PasswordSection({ user }: { user: User }) {
  const [isChanging, setChanging] = useState(false);
  const isSet = hasPassword(user);
  return (
    <AccountSection
      title="Password"
      state={isSet ? 'Changing it signs out your other devices.' : 'You sign in without a password.'}
      action={
        !isChanging && <Button onClick={() => setChanging(true)}>{isSet ? 'Change password' : 'Set password'}</Button>
      }
    >
      {isChanging && (
        <ChangePasswordForm email={user.email ?? ''} hasPassword={isSet} onClose={() => setChanging(false)} />
      )}
    </AccountSection>
  );
}
