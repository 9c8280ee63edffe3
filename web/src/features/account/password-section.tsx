import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { AccountSection } from './account-section.tsx';
import { PasswordForm } from './password-form.tsx';

export function PasswordSection({ user }: { user: User }) {
  const [isChanging, setChanging] = useState(false);
  const hasPassword = user.identities?.some(({ provider }) => provider === 'email') ?? true;
  const label = hasPassword ? 'Change password' : 'Set password';
  return (
    <AccountSection
      title="Password"
      state={hasPassword ? 'Changing it signs out your other devices.' : 'You sign in without a password so far.'}
      action={!isChanging && <Button onClick={() => setChanging(true)}>{label}</Button>}
    >
      {isChanging && (
        <PasswordForm email={user.email ?? ''} hasPassword={hasPassword} onClose={() => setChanging(false)} />
      )}
    </AccountSection>
  );
}
