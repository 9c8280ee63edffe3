import { useState } from 'react';
import { HistoryList, type HistoryOf } from '@/features/activity/lead-history-dialog.tsx';
import { texts } from './texts.ts';

/** The activity of a lead or company, which is read when it is unfolded. */
export function RecordActivity(of: HistoryOf) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-6" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="mb-2 cursor-pointer font-medium text-muted text-xs">{texts.history}</summary>
      {isOpen && <HistoryList {...of} />}
    </details>
  );
}
