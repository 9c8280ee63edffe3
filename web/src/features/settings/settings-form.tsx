import type { FormEvent, ReactNode } from 'react';
import { toast } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { texts } from './texts.ts';

/** A card of settings. Saving only shows a toast, as the specification requires. */
export function SettingsForm({ children }: { children: ReactNode }) {
  const save = (event: FormEvent) => {
    event.preventDefault();
    toast({ title: texts.saved, tone: 'success' });
  };
  return (
    <form onSubmit={save} noValidate>
      <Card className="mt-5">
        <div className="space-y-5 p-5">{children}</div>
        <div className="flex justify-end border-border border-t px-5 py-3">
          <Button type="submit" variant="primary">
            {texts.save}
          </Button>
        </div>
      </Card>
    </form>
  );
}
