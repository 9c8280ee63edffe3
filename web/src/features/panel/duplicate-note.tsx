import { useQuery } from '@tanstack/react-query';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import { formatDay } from '@/lib/format.ts';
import { listKeys, type TableName } from '@/lib/list-keys.ts';
import { invalidate } from '@/lib/query-client.ts';
import { useSave } from '@/lib/use-save.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { RecordLink } from './panel-parts.tsx';
import { type CompanyRecord, type LeadRecord, originalQuery, updateRecord } from './record-data.ts';
import { texts } from './texts.ts';

type DuplicateNoteProps = { table: TableName; record: LeadRecord | CompanyRecord };

/** The older row that has a key of this one too, and a button to keep both. For administrators, who import. */
export function DuplicateNote({ table, record }: DuplicateNoteProps) {
  const isAdminArea = useIsAdminArea();
  const isShown = isAdminArea && Boolean(record.duplicate_of) && !record.is_separate;
  const { data: original } = useQuery({ ...originalQuery(table, record), enabled: isShown });
  const { save, isSaving } = useSave({
    write: () => updateRecord(table, record, { is_separate: true }),
    refresh: (cache) => invalidate(cache, listKeys(table).all),
    success: () => ({ title: texts.duplicate.kept, description: record.name }),
    failure: texts.duplicate.failed,
  });
  if (!isShown) return null;
  const keys = (record.duplicate_keys ?? []).map((key) => texts.duplicate.key[key] ?? key);
  return (
    <div className="mt-4">
      <Note
        tone="warning"
        title={texts.duplicate.title(keys)}
        action={
          <Button size="sm" disabled={isSaving} onClick={() => save()}>
            {texts.duplicate.keep}
          </Button>
        }
      >
        <p>{texts.duplicate.hint}</p>
        {original && (
          <RecordLink
            table={table}
            row={original}
            picture={<Avatar name={original.name} className="size-7" />}
            about={texts.duplicate.added(formatDay(new Date(original.created_at), new Date()))}
            className="mt-2 rounded-md border border-border p-2"
          />
        )}
      </Note>
    </div>
  );
}
