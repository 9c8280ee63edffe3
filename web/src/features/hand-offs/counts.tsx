import { clsx } from 'clsx';
import { type ResultKind, resultKinds } from '#domain/hand-off/result-kinds.ts';
import { formatNumber } from '@/lib/format.ts';
import { Card } from '@/ui/card.tsx';
import { texts } from './results/texts.ts';

type CountsProps = { counts: readonly (readonly [string, number])[]; className: string };

export const Counts = ({ counts, className }: CountsProps) => (
  <dl className={clsx('grid gap-3', className)}>
    {counts.map(([label, count]) => (
      <Card key={label} className="p-4">
        <dt className="text-muted text-sm">{label}</dt>
        <dd className="font-semibold text-xl tabular-nums">{formatNumber(count)}</dd>
      </Card>
    ))}
  </dl>
);

/** The counts of each kind of result. */
export const KindCounts = ({ countKind }: { countKind: (kind: ResultKind) => number }) => (
  <Counts
    counts={resultKinds.map((kind) => [texts.kinds[kind], countKind(kind)] as const)}
    className="grid-cols-2 md:grid-cols-4"
  />
);
