import { Download } from 'lucide-react';
import { useState } from 'react';
import { isAbort } from '@/lib/failure.ts';
import { toastFailure } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';

/** Saves the refused rows as a file; `save` rejects with an AbortError where the person gives it up. */
export function SaveErrorsButton({ save }: { save: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await save();
    } catch (failure) {
      if (!isAbort(failure)) toastFailure('The errors could not be saved', failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={Download} busy={busy} className="mr-auto" onClick={start}>
      Download errors
    </Button>
  );
}
