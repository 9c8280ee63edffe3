import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRole } from '@/features/session/use-role.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { Button } from '@/ui/button.tsx';
import { Select } from '@/ui/select.tsx';
import { type RejectedRecord, type Rejection, reasonList, reasonOption, useSaveRejection } from './data.ts';
import { NoteForm } from './note-form.tsx';
import { texts } from './texts.ts';

const NONE = 'none';

/** Reason and note of a rejected row, to read and, except for a viewer, to change. */
export function RejectionDetails({ table, row }: { table: TableName; row: RejectedRecord & Required<Rejection> }) {
  const isViewer = useRole(row.customer_id) === 'viewer';
  const { data: reasons = [] } = useQuery(reasonList);
  const save = useSaveRejection(table);
  const [isWriting, setWriting] = useState(false);
  const [hasWritten, setHasWritten] = useState(false);
  const stopWriting = () => {
    setWriting(false);
    setHasWritten(true);
  };
  const { rejection_reason_id: chosen, rejection_note: note } = row;
  const offered = reasons.filter(
    ({ id, subject, retired_at }) => (subject === table && retired_at === null) || id === chosen,
  );
  const options = [{ value: NONE, label: texts.noReason }, ...offered.map(reasonOption)];
  const reason = chosen ?? NONE;
  return (
    <div className="mt-3 rounded-md bg-danger-soft p-3">
      {isViewer ? (
        <p className="text-sm">{options.find(({ value }) => value === reason)?.label}</p>
      ) : (
        <Select
          label={texts.reasonLabel}
          value={reason}
          options={options}
          onChange={(value) => save(row, { rejection_reason_id: value === NONE ? null : value })}
        />
      )}
      {isWriting ? (
        <div className="mt-2">
          <NoteForm
            note={note ?? ''}
            onCancel={stopWriting}
            onSave={(text) => {
              stopWriting();
              if (text !== note) save(row, { rejection_note: text });
            }}
          />
        </div>
      ) : (
        <>
          {note && (
            <p className="mt-2 whitespace-pre-wrap text-sm wrap-anywhere" dir="auto">
              {note}
            </p>
          )}
          {/* The focus returns here from the form. */}
          {!isViewer && (
            <Button size="sm" className="mt-2" autoFocus={hasWritten} onClick={() => setWriting(true)}>
              {note ? texts.bar.editNote : texts.bar.note}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
