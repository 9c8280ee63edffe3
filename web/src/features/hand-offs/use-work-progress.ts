import { useEffect, useRef } from 'react';
import { toast } from '@/lib/toast.ts';
import type { HandOff } from './data.ts';
import { texts } from './texts.ts';

/** Says how the server's work on a hand-off has ended, if that happens while it is shown. */
export function useWorkProgress(handOff: HandOff): void {
  const former = useRef(handOff);
  useEffect(() => {
    const { work, lead_count } = former.current;
    former.current = handOff;
    if (!work || handOff.work) return;
    const removed = lead_count - handOff.lead_count;
    if (handOff.failure) toast({ title: texts.prepare.failed[work], description: handOff.failure, tone: 'danger' });
    else if (handOff.state === 'ready') toast({ title: texts.result.ready, tone: 'success' });
    else if (work === 'finish' && removed > 0)
      toast({ title: texts.prepare.changed(removed), description: texts.prepare.changedHint, tone: 'danger' });
  }, [handOff]);
}
