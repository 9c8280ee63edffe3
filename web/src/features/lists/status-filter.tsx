import { clsx } from 'clsx';
import { useId } from 'react';
import { formatCount } from '@/lib/format.ts';
import type { ReviewCounts } from './list-data.ts';
import { countRows, STATUSES, type Status } from './status.ts';
import { texts } from './texts.ts';

export type StatusFilterProps = {
  /** Null for all. */
  status: Status | null;
  counts: ReviewCounts | undefined;
  onChange: (status: Status | null) => void;
};

const CHOICES: readonly (Status | null)[] = [null, ...STATUSES];

/** Chooses the status of the listed rows. Shows the number of rows of each, in a place that it has before it is known; on phones below its name. */
export function StatusFilter({ status, counts, onChange }: StatusFilterProps) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={texts.statusLabel}
      className="grid grid-cols-4 gap-0.5 rounded-md border border-border bg-surface p-0.5 max-sm:w-full sm:flex"
    >
      {CHOICES.map((choice) => (
        <label
          key={choice}
          className={clsx(
            'relative flex h-7 min-w-0 cursor-pointer items-center justify-center gap-1.5 whitespace-nowrap rounded-sm border border-transparent px-2.5 font-medium text-muted text-sm transition-colors hover:text-text max-sm:h-10 max-sm:flex-col max-sm:gap-0 max-sm:px-1 max-sm:text-xs sm:pointer-coarse:h-9',
            'has-checked:border-border has-checked:bg-float has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={choice === status}
            onChange={() => onChange(choice)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {choice ? texts.statusName(choice) : texts.allStatuses}
          <span className="font-normal text-muted tabular-nums max-sm:min-h-[1lh] sm:min-w-[5ch]">
            {counts && formatCount(countRows(counts, choice), counts)}
          </span>
        </label>
      ))}
    </div>
  );
}
