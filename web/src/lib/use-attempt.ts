import { useState } from 'react';
import { toastFailure } from './toast.ts';

/** Something that takes a while and changes no rows, such as saving a file: whether it is under way, and a toast with this title if it fails. */
export function useAttempt<Arguments extends unknown[]>(
  failure: string,
  action: (...parameters: Arguments) => Promise<unknown>,
) {
  const [isBusy, setBusy] = useState(false);
  const attempt = async (...parameters: Arguments) => {
    setBusy(true);
    await action(...parameters).catch((error: unknown) => toastFailure(failure, error));
    setBusy(false);
  };
  return { attempt, isBusy };
}
