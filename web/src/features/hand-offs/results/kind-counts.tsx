import { type ResultKind, resultKinds } from '#domain/hand-off/results.ts';
import { formatNumber } from '@/lib/format.ts';
import { Card } from '@/ui/card.tsx';
import { texts } from './texts.ts';

export function KindCounts({ countOf }: { countOf: (kind: ResultKind) => number }) {
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {resultKinds.map((kind) => (
        <Card key={kind} className="p-4">
          <dt className="text-muted text-sm">{texts.kinds[kind]}</dt>
          <dd className="font-semibold text-xl tabular-nums">{formatNumber(countOf(kind))}</dd>
        </Card>
      ))}
    </dl>
  );
}
