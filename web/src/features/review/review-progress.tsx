import { clsx } from 'clsx';
import { MoveHorizontal } from 'lucide-react';
import type { ReviewCounts } from '@/features/lists/list-data.ts';
import { formatCount } from '@/lib/format.ts';
import { useSingleKeys } from '@/lib/page-keys.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Kbd } from '@/ui/kbd.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { texts } from './texts.ts';

const HINTS = [
  { keys: ['J', 'K'], does: texts.progress.keys.move },
  { keys: ['A'], does: texts.progress.keys.approve },
  { keys: ['R'], does: texts.progress.keys.reject },
  { keys: ['U'], does: texts.progress.keys.undo },
  { keys: ['?'], does: texts.progress.keys.all },
];

type ReviewProgressProps = {
  counts: ReviewCounts | undefined;
  /** Whether the user decides about none of the rows. */
  isViewer?: boolean;
  hasHints?: boolean;
};

/** The progress of the review, with hints for keys and swipes unless there is no list. */
export function ReviewProgress({ counts, isViewer = false, hasHints = true }: ReviewProgressProps) {
  if (!counts) return <div className="h-5 pointer-coarse:h-10" />;
  if (counts.total === 0) return null;
  const words = texts.progress.reviewed(formatCount(counts.reviewed, counts), formatCount(counts.total, counts));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
      <p className="font-medium text-sm text-text tabular-nums">{words}</p>
      <ProgressBar
        label={texts.progress.label}
        value={counts.reviewed}
        max={counts.total}
        valueText={words}
        className="w-24 md:w-40"
      />
      {isViewer && <p>{commonTexts.viewer}</p>}
      {hasHints && !isViewer && (
        <>
          <KeyHints className="ml-auto @max-4xl:hidden" />
          <p className="flex w-full items-center gap-1.5 pointer-fine:hidden">
            <MoveHorizontal aria-hidden className="size-3.5 shrink-0" />
            {texts.progress.swipe}
          </p>
        </>
      )}
    </div>
  );
}

/** The keys of a review. */
export function KeyHints({ className }: { className: string }) {
  if (!useSingleKeys()) return null;
  return (
    <ul className={clsx('flex flex-wrap items-center gap-3 text-muted text-xs pointer-coarse:hidden', className)}>
      {HINTS.map(({ keys, does }) => (
        <li key={does} className="flex items-center gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {does}
        </li>
      ))}
    </ul>
  );
}
