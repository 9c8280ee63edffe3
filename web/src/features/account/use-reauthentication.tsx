import { isAuthApiError, type User } from '@supabase/auth-js';
import { useState } from 'react';
import { ReauthenticationForm } from './reauthentication-form.tsx';

type Action = () => Promise<void>;

/** Runs actions of the account. Where the session is too old for one, `form` asks who the user is and the action runs again. */
export function useReauthentication(user: User) {
  const [waiting, setWaiting] = useState<Action>();

  const run = async (action: Action) => {
    try {
      await action();
    } catch (error) {
      if (!isAuthApiError(error) || error.code !== 'reauthentication_needed') throw error;
      setWaiting(() => action);
    }
  };

  const close = () => setWaiting(undefined);
  const form = waiting && (
    <ReauthenticationForm user={user} onConfirmed={() => waiting().then(close)} onCancel={close} />
  );
  return { run, form };
}
