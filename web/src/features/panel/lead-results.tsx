import { useQuery } from '@tanstack/react-query';
import { type ResultKind, resultKinds } from '#domain/hand-off/results.ts';
import { formatDay } from '@/lib/format.ts';
import { PanelSection } from './panel-parts.tsx';
import { type LeadResult, leadResults } from './record-data.ts';
import { texts } from './texts.ts';

/** What the tools that send have reported of the lead, one line per hand-off; nothing if they have not. */
export function LeadResults({ lead }: { lead: { id: string; customer_id: string } }) {
  const { data = [] } = useQuery(leadResults(lead));
  if (data.length === 0) return null;
  const handOffs = Map.groupBy(data, ({ hand_off_id }) => hand_off_id);
  return (
    <PanelSection title={texts.results}>
      <ul className="space-y-1 text-sm">
        {[...handOffs].map(([id, results]) => (
          <li key={id}>{lineOf(results)}</li>
        ))}
      </ul>
    </PanelSection>
  );
}

function lineOf(results: readonly LeadResult[]): string {
  const sorted = [...results].sort((one, other) => placeOf(one) - placeOf(other));
  const dayOf = (at: string | null) => at && formatDay(new Date(at), new Date());
  return texts.resultLine(
    sorted.map(({ kind, at }) => texts.result(kind, dayOf(at))),
    results[0]?.tool ?? '',
  );
}

const placeOf = ({ kind }: LeadResult) => resultKinds.indexOf(kind as ResultKind);
