import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, CircleOff, ListX, Pencil, Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { textLengths } from '#domain/limits.ts';
import { checkName } from '#domain/name.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { showChange } from '@/lib/show-change.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { useSave } from '@/lib/use-save.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { TextField } from '@/ui/form.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { Loading } from '@/ui/skeleton.tsx';
import { Tabs } from '@/ui/tabs.tsx';
import { useForm } from '@/ui/use-form.ts';
import { addReason, type RejectionReason, reasonList, refreshReasons, updateReason } from './data.ts';
import { texts } from './texts.ts';

const { page } = texts;

const TABS: readonly TableName[] = ['leads', 'companies'];

/** The agency's rejection reasons, a list for each table. A reason is retired and never deleted. */
export function ReasonsPage() {
  const [named, selectTab] = useUrlParameter('tab');
  const subject = TABS.find((tab) => tab === named) ?? 'leads';
  const query = useQuery(reasonList);
  const reasons = query.data?.filter((reason) => reason.subject === subject);
  /** The reason to rename; null for a new one. */
  const [editing, setEditing] = useState<RejectionReason | null>();
  const list = reasons?.length ? (
    <ReasonTable reasons={reasons} onRename={setEditing} />
  ) : (
    <EmptyState icon={ListX} title={page.none} description={page.noneWhy} />
  );
  const add = (
    <Button icon={Plus} variant="primary" onClick={() => setEditing(null)}>
      {page.add}
    </Button>
  );
  const loading = commonTexts.loading(page.rows);
  const skeleton = <Loading label={loading} className="space-y-2" count={4} shape="h-12 w-full rounded-lg" />;
  return (
    <div className="mx-auto max-w-180">
      <PageHeader title={commonTexts.pages.reasons} description={page.description} actions={add} />
      <Loaded query={query} what={page.what} skeleton={skeleton}>
        {() => (
          <Tabs
            label={commonTexts.pages.reasons}
            selected={subject}
            onSelect={(tab) => selectTab(tab === 'leads' ? null : tab)}
            tabs={TABS.map((name) => ({ name, label: page.tabs[name], panel: <div className="mt-4">{list}</div> }))}
          />
        )}
      </Loaded>
      {editing !== undefined && (
        <ReasonDialog
          reason={editing}
          subject={subject}
          position={1 + Math.max(0, ...(reasons ?? []).map(({ position }) => position))}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  );
}

type ReasonTableProps = { reasons: readonly RejectionReason[]; onRename: (reason: RejectionReason) => void };

/** The offered reasons in their order, then the retired ones. */
function ReasonTable({ reasons, onRename }: ReasonTableProps) {
  const offered = reasons.filter(({ retired_at }) => retired_at === null);
  const retired = reasons.filter(({ retired_at }) => retired_at !== null);
  const reorder = useSave({
    scope: 'order of reasons', // each write compares with the order that the one before has stored
    write: async (order: readonly RejectionReason[]) => {
      for (const [index, { id, position }] of order.entries()) {
        if (position !== index + 1) await updateReason(id, { position: index + 1 });
      }
    },
    optimistic: (client, order) =>
      showChange(client, reasonList.queryKey, (reasons) => [
        ...reasons.filter(({ subject }) => subject !== order[0]?.subject),
        ...order.map((reason, index) => ({ ...reason, position: index + 1 })),
      ]),
    refresh: refreshReasons,
    failure: texts.saveFailed,
  });
  const toggle = useSave({
    write: ({ id, retired_at }: RejectionReason) =>
      updateReason(id, { retired_at: retired_at === null ? 'now' : null }),
    refresh: refreshReasons,
    success: (_, { retired_at }) =>
      retired_at === null ? { title: page.retiredNow, description: page.retiredNote } : { title: page.restored },
    failure: texts.saveFailed,
  });
  const move = (reason: RejectionReason, by: number) => {
    const order = offered.filter((other) => other !== reason);
    order.splice(offered.indexOf(reason) + by, 0, reason);
    reorder.save([...order, ...retired]);
  };
  return (
    <Card className="overflow-hidden">
      <ul aria-label={commonTexts.pages.reasons} className="divide-y divide-border">
        {[...offered, ...retired].map((reason, index) => {
          const isRetired = reason.retired_at !== null;
          return (
            <li
              key={reason.id}
              className="flex min-h-12 flex-wrap items-center justify-end gap-x-2 gap-y-1 py-1.5 pr-2 pl-4"
            >
              <span className="w-6 shrink-0 text-muted text-xs tabular-nums">{!isRetired && index + 1}</span>
              <span
                className={clsx(
                  'flex-1 wrap-anywhere text-sm',
                  isRetired ? 'min-w-0 text-muted' : 'min-w-[75%] font-medium sm:min-w-0',
                )}
                dir="auto"
              >
                {reason.name}
              </span>
              {isRetired && <Badge>{page.retired}</Badge>}
              <div className="flex items-center gap-1">
                {!isRetired && (
                  <>
                    <IconButton
                      label={page.moveUp(reason.name)}
                      icon={ArrowUp}
                      disabled={index === 0}
                      onClick={() => move(reason, -1)}
                    />
                    <IconButton
                      label={page.moveDown(reason.name)}
                      icon={ArrowDown}
                      disabled={index === offered.length - 1}
                      onClick={() => move(reason, 1)}
                    />
                    <Button size="sm" icon={Pencil} onClick={() => onRename(reason)}>
                      {page.rename}
                    </Button>
                  </>
                )}
                {/* One button for both, which keeps the focus. A double-click would also retire the reason that moves into this place. */}
                <Button
                  size="sm"
                  icon={isRetired ? RotateCcw : CircleOff}
                  onClick={({ detail }) => detail < 2 && toggle.save(reason)}
                >
                  {isRetired ? page.restore : page.retire}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

type ReasonDialogProps = {
  /** The reason to rename; null for a new one. */
  reason: RejectionReason | null;
  /** Table and position of a new reason. */
  subject: TableName;
  position: number;
  onClose: () => void;
};

function ReasonDialog({ reason, subject, position, onClose }: ReasonDialogProps) {
  const { save } = useSave({
    write: (name: string) => (reason ? updateReason(reason.id, { name }) : addReason({ subject, name, position })),
    refresh: refreshReasons,
    success: { title: reason ? page.renamed : page.added },
    failure: texts.saveFailed,
    reason: (error) => ((error as { code?: unknown }).code === '23505' ? page.taken : String((error as Error).message)),
  });
  const form = useForm({
    initial: { name: reason?.name ?? '' },
    validate: (values) => checkName(values, { missing: page.nameMissing, maxLength: textLengths.reasonName }),
    submit: async ({ name }) => {
      if (await save(name.trim())) onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={reason ? page.renameTitle : page.add}
      description={reason ? page.renameNote : page.addNote[subject]}
      submitLabel={reason ? page.rename : page.add}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={page.nameLabel} dir="auto" autoComplete="off" required />
    </FormDialog>
  );
}
