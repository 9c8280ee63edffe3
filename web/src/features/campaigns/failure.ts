import { toast } from '../../ui/toast.ts';

/** Tells what could not be done, with the reason that came back. */
export function tellFailure(title: string, failure: unknown) {
  toast({ title, description: failure instanceof Error ? failure.message : undefined, variant: 'destructive' });
}
