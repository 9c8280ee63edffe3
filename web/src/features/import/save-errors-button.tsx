import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/** Saves the refused rows as a file; `save` rejects with an AbortError where the person gives it up. */
export function SaveErrorsButton({ save }: { save: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await save();
    } catch (failure) {
      if (failure instanceof DOMException && failure.name === 'AbortError') return;
      const description = failure instanceof Error ? failure.message : undefined;
      toast({ title: 'The errors could not be saved', description, variant: 'destructive' });
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
