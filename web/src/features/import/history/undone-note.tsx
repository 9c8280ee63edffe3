import { useQuery } from '@tanstack/react-query';
import { Note } from '@/ui/note.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { keptNames, type PastImport } from './history-data.ts';
import { firstOf, leadsAndCompanies } from './words.ts';

/** What has become of an import that was undone, if it was. */
export function UndoneNote({ entry }: { entry: PastImport }) {
  const { undone_at, undoer, removed_leads, removed_companies, remaining_leads, remaining_companies } = entry;
  if (!undone_at) return null;
  const removed = leadsAndCompanies(removed_leads, removed_companies);
  if (remaining_leads === null || remaining_companies === null) {
    return (
      <Note tone="warning" title="Undoing it has not come to its end">
        {removed} removed so far. Undo the import once more, and it goes on from there.
      </Note>
    );
  }
  return (
    <Note title="This import was undone">
      <p>
        {removed} removed, <RelativeTime at={undone_at} />
        {undoer && (
          <>
            {' '}
            by <bdi>{undoer}</bdi>
          </>
        )}
        .
      </p>
      {remaining_leads + remaining_companies > 0 && (
        <Kept id={entry.id} leads={remaining_leads} companies={remaining_companies} />
      )}
    </Note>
  );
}

function Kept({ id, leads, companies }: { id: string; leads: number; companies: number }) {
  const { data: names } = useQuery(keptNames(id));
  return (
    <div className="mt-1.5 space-y-0.5">
      {leads > 0 && (
        <p>
          {leadsAndCompanies(leads, 0)} kept, changed since the import
          {names && `: ${firstOf(names.leads, Math.max(leads, names.leads.length))}`}
        </p>
      )}
      {companies > 0 && (
        <p>
          {leadsAndCompanies(0, companies)} kept, changed since or named by a lead that stays
          {names && `: ${firstOf(names.companies, Math.max(companies, names.companies.length))}`}
        </p>
      )}
    </div>
  );
}
