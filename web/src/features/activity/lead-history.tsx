import { History } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { texts } from './texts.ts';

const LeadHistoryDialog = lazyPart('LeadHistoryDialog', () => import('./lead-history-dialog.tsx'));

export function LeadHistory({ lead }: { lead: { id: string; name: string } }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={texts.history.of(lead.name)}
        onClick={() => setOpen(true)}
        className="relative grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-subtle hover:text-accent-text pointer-coarse:before:absolute pointer-coarse:before:-top-2.5 pointer-coarse:before:right-0 pointer-coarse:before:-bottom-2.5 pointer-coarse:before:-left-5 pointer-coarse:max-md:before:top-0 pointer-fine:opacity-0 pointer-fine:in-[tr:focus-within]:opacity-100 pointer-fine:in-[tr:hover]:opacity-100"
      >
        <History aria-hidden className="size-3.5" />
      </button>
      {open && <LeadHistoryDialog lead={lead} onClose={() => setOpen(false)} />}
    </>
  );
}
