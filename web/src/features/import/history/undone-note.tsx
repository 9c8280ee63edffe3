import { useQuery } from '@tanstack/react-query';
import { Note } from '@/ui/note.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { texts } from '../texts.ts';
import { type PastImport, remainingNames } from './history-data.ts';

/** ' by Ada'. */
export const By = ({ name }: { name: string | null }) => name && texts.entry.by(<bdi>{name}</bdi>);

/** The rows that an undo removed and left. Nothing is shown for an import that was not undone. */
export function UndoneNote({ entry }: { entry: PastImport }) {
  const { undone_at, removed_leads, removed_companies, remaining_leads, remaining_companies } = entry;
  const { restored_rows, unrestored_rows } = entry;
  if (!undone_at) return null;
  const removed = texts.undo.rows(removed_leads, removed_companies);
  if (remaining_leads === null || remaining_companies === null) {
    return (
      <Note tone="warning" title={texts.undo.partlyTitle}>
        {texts.undo.partly(removed)}
      </Note>
    );
  }
  return (
    <Note title={texts.undo.undoneTitle}>
      <p>{texts.undo.undone(removed, <RelativeTime at={undone_at} />, <By name={entry.undoneBy} />)}</p>
      {restored_rows + unrestored_rows > 0 && <p>{texts.undo.restored(restored_rows, unrestored_rows)}</p>}
      {remaining_leads + remaining_companies > 0 && (
        <Remaining id={entry.id} leads={remaining_leads} companies={remaining_companies} />
      )}
    </Note>
  );
}

function Remaining({ id, leads, companies }: { id: string; leads: number; companies: number }) {
  const { data: names } = useQuery(remainingNames(id));
  return (
    <div className="mt-1.5 space-y-0.5">
      {leads > 0 && (
        <p>
          {texts.undo.leadsLeft(texts.undo.rows(leads, 0))}
          {names && texts.undo.names(names.leads, leads)}
        </p>
      )}
      {companies > 0 && (
        <p>
          {texts.undo.companiesLeft(texts.undo.rows(0, companies))}
          {names && texts.undo.names(names.companies, companies)}
        </p>
      )}
    </div>
  );
}
