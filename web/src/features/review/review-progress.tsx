import { MoveHorizontal } from 'lucide-react';
import { useSingleKeys } from '@/lib/page-keys.ts';
import { formatCount, type Tally } from '@/lib/tally.ts';
import { Kbd } from '@/ui/kbd.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';

const HINTS = [
  { keys: ['J', 'K'], does: 'move' },
  { keys: ['A'], does: 'approve' },
  { keys: ['R'], does: 'reject' },
  { keys: ['U'], does: 'undo' },
  { keys: ['?'], does: 'all keys' },
];

/** How far the review has come, and the quick ways to go on with it. */
export function ReviewProgress({ tally }: { tally: Tally | undefined }) {
  const keysWork = useSingleKeys();
  if (!tally || tally.total === 0) return null;
  const words = `${formatCount(tally.reviewed, tally)} of ${formatCount(tally.total, tally)} reviewed`;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
      <p className="font-medium text-sm text-text tabular-nums">{words}</p>
      <ProgressBar label="Review" value={tally.reviewed} max={tally.total} valueText={words} className="w-24 md:w-40" />
      {keysWork && (
        <ul className="ml-auto flex items-center gap-3 max-md:hidden pointer-coarse:hidden">
          {HINTS.map(({ keys, does }) => (
            <li key={does} className="flex items-center gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
              {does}
            </li>
          ))}
        </ul>
      )}
      <p className="flex w-full items-center gap-1.5 pointer-fine:hidden">
        <MoveHorizontal aria-hidden className="size-3.5 shrink-0" />
        Swipe a row right to approve, left to reject
      </p>
    </div>
  );
}
