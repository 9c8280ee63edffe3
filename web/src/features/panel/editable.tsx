import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSession } from '@/features/session/session.tsx';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { Button } from '@/ui/button.tsx';
import { EditFields, hasDraft } from './edit-fields.tsx';
import { PanelSection } from './panel-parts.tsx';
import type { CompanyRecord, LeadRecord } from './record-data.ts';
import { texts } from './texts.ts';

export type EditableProps = { table: TableName; record: LeadRecord | CompanyRecord; children: ReactNode };

/** The fields of a row, which administrators can edit. */
export function Editable({ table, record, children }: EditableProps) {
  const isAdminArea = useIsAdminArea();
  const { user } = useSession();
  const [isEditing, setEditing] = useState(() => isAdminArea && hasDraft(user?.id ?? '', record.id));
  /** Once the user has pressed a button here, what replaces it gets the focus. */
  const [hasFocus, setHasFocus] = useState(false);
  const show = (next: boolean) => {
    setEditing(next);
    setHasFocus(true);
  };
  const edit = isAdminArea && !isEditing && (
    <Button size="sm" icon={Pencil} autoFocus={hasFocus} onClick={() => show(true)}>
      {texts.edit.label}
    </Button>
  );
  return (
    <PanelSection title={texts.details} aside={edit}>
      {isEditing ? (
        <EditFields table={table} record={record} autoFocus={hasFocus} onClose={() => show(false)} />
      ) : (
        children
      )}
    </PanelSection>
  );
}
