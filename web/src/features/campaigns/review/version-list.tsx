import { clsx } from 'clsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import type { Version } from './data.ts';
import { StatusBadge } from './status-badge.tsx';
import { texts } from './texts.ts';

type VersionListProps = { versions: readonly Version[]; shown: number; onOpen: (number: number) => void };

export function VersionList({ versions, shown, onOpen }: VersionListProps) {
  return (
    <ol aria-label={texts.versions} reversed className="space-y-1 max-md:max-h-44 max-md:overflow-y-auto">
      {versions.map(({ id, number, status, created_at, decided_at }) => (
        <li key={id}>
          <button
            type="button"
            aria-current={number === shown || undefined}
            onClick={() => onOpen(number)}
            className={clsx(
              'flex w-full flex-wrap items-center gap-x-2 gap-y-0.5 rounded-md px-2.5 py-2 text-left text-sm pointer-coarse:min-h-11',
              number === shown ? 'bg-accent-soft text-accent-text' : 'hover:bg-subtle',
            )}
          >
            <span className="font-medium tabular-nums">{texts.version(number)}</span>
            {status && <StatusBadge status={status} />}
            <span className={clsx('w-full text-xs', number !== shown && 'text-muted')}>
              <RelativeTime at={decided_at ?? created_at} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
