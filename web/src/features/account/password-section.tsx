import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { AccountSection } from './account-section.tsx';
import { hasPassword } from './checks.ts';
import { PasswordForm } from './password-form.tsx';

export function PasswordSection({ user }: { user: User }) {
  const [isChanging, setChanging] = useState(false);
  const isSet = hasPassword(user);
  const label = isSet ? 'Change password' : 'Set password';
  return (
    <AccountSection
      title="Password"
      state={isSet ? 'Changing it signs out your other devices.' : 'You sign in without a password so far.'}
      action={!isChanging && <Button onClick={() => setChanging(true)}>{label}</Button>}
    >
      {isChanging && <PasswordForm email={user.email ?? ''} hasPassword={isSet} onClose={() => setChanging(false)} />}
    </AccountSection>
  );
}
