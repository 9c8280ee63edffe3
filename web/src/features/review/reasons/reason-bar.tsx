import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { MessageSquarePlus, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { ContactOffer } from '@/features/do-not-contact/contact-offer.tsx';
import { useRole } from '@/features/session/use-role.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { isPageKey, useSingleKeys } from '@/lib/page-keys.ts';
import { useWindowEvent } from '@/lib/use-window-event.ts';
import { Button } from '@/ui/button.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Kbd } from '@/ui/kbd.tsx';
import { PageMark } from '@/ui/page-mark.tsx';
import { TooltipProvider } from '@/ui/tooltip.tsx';
import { type RejectedRecord, type RejectionReason, reasonList, useSaveRejection } from './data.ts';
import { NoteForm } from './note-form.tsx';
import { texts } from './texts.ts';

export type ReasonBarProps = {
  table: TableName;
  /** The row of the last decision, which rejected it. A new object for each decision. */
  row: RejectedRecord;
};

/** How long the bar stays, without the time in which it is hovered or has the focus. */
const BAR_MS = 6000;

/** Offers the reasons after a rejection, by pointer and by the keys 1 to 9, and a note by N. It never takes the focus itself. */
export function ReasonBar({ table, row }: ReasonBarProps) {
  const { data: reasons = [] } = useQuery(reasonList);
  const [shown, setShown] = useState({ row, number: 0, isOver: false });
  if (shown.row !== row) setShown({ row, number: shown.number + 1, isOver: false });
  const offered = reasons.filter(({ subject, retired_at }) => subject === table && retired_at === null);
  if (shown.isOver || offered.length === 0) return null;
  const dismiss = () => setShown({ ...shown, isOver: true });
  return <Bar key={shown.number} table={table} row={row} reasons={offered} onOver={dismiss} />;
}

type BarProps = ReasonBarProps & { reasons: readonly RejectionReason[]; onOver: () => void };

function Bar({ table, row, reasons, onOver }: BarProps) {
  const save = useSaveRejection(table);
  const areKeysOn = useSingleKeys();
  const [chosen, setChosen] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [isWriting, setWriting] = useState(false);
  const [isHeld, setHeld] = useState(false);
  useTimer(isHeld || isWriting, `${chosen} ${note}`, onOver);

  /** The removed form fires no blur. */
  const stopWriting = () => {
    setWriting(false);
    setHeld(false);
    focusCurrentRow();
  };
  const dismiss = () => {
    focusCurrentRow();
    onOver();
  };
  const canAddEntries = useRole(row.customer_id) === 'approver';
  const company =
    canAddEntries &&
    isNeverContacted(reasons.find(({ id }) => id === chosen)) &&
    (table === 'companies' ? row.name : row.company);
  const choose = ({ id }: RejectionReason) => {
    const next = chosen === id ? null : id;
    setChosen(next);
    save(row, { rejection_reason_id: next });
  };
  useWindowEvent('keydown', (event) => {
    if (!isPageKey(event) || event.repeat) return; // a key that is held down chooses once
    const reason = /^[1-9]$/.test(event.key) ? reasons[Number(event.key) - 1] : undefined;
    const isNote = event.key.toLowerCase() === 'n';
    if (!reason && !isNote) return;
    event.preventDefault();
    if (reason) choose(reason);
    else setWriting(true);
  });

  return (
    <section
      data-reasons
      aria-label={texts.bar.label(row.name)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="fixed inset-x-2 bottom-3 z-30 mx-auto w-fit max-w-[calc(100vw-1rem)] animate-rise-in rounded-lg border border-border bg-float p-2 pl-3 shadow-float md:max-w-[min(42rem,100vw-17.5rem)] md:in-data-has-sidebar-collapsed:left-14 md:in-data-has-sidebar-open:left-66 md:in-data-has-side-panel:right-2! md:in-data-has-side-panel:left-auto! md:in-data-has-side-panel:w-100! xl:in-data-has-panel-space:right-2! xl:in-data-has-panel-space:left-auto! xl:in-data-has-panel-space:w-100! in-data-has-selection-bar:bottom-20"
    >
      <PageMark name="reasons" />
      {company && <ContactOffer customerId={row.customer_id} company={company} />}
      <div className="flex items-center gap-2">
        <p role="status" className="min-w-0 flex-1 truncate text-sm">
          <span className="text-muted">{texts.bar.title}</span> <span className="font-medium">{row.name}</span>
          <span className="text-muted">?</span>
        </p>
        <Button size="sm" variant="ghost" icon={MessageSquarePlus} onClick={() => setWriting(true)}>
          {note ? texts.bar.editNote : texts.bar.note}
          {areKeysOn && <KeyHint name="N" />}
        </Button>
        <TooltipProvider>
          <IconButton label={texts.bar.dismiss} icon={X} onClick={dismiss} />
        </TooltipProvider>
      </div>
      {isWriting ? (
        <div className="mt-1 w-120 max-w-full pr-1 pb-1">
          <NoteForm
            note={note ?? ''}
            onCancel={stopWriting}
            onSave={(text) => {
              setNote(text);
              stopWriting();
              save(row, { rejection_note: text });
            }}
          />
        </div>
      ) : (
        <div className="mt-1 flex gap-1.5 pb-0.5 max-md:overflow-x-auto md:flex-wrap">
          {reasons.map((reason, index) => (
            <button
              key={reason.id}
              type="button"
              aria-pressed={reason.id === chosen}
              onClick={() => choose(reason)}
              className={clsx(
                'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md border px-2 font-medium text-xs transition-colors pointer-coarse:h-10 pointer-coarse:px-3',
                reason.id === chosen
                  ? 'border-transparent bg-danger-soft text-danger'
                  : 'border-border bg-raised text-text hover:bg-subtle',
              )}
            >
              {areKeysOn && index < 9 && <KeyHint name={String(index + 1)} />}
              {reason.name}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

/** The reasons of the specification that mean so. */
const isNeverContacted = (reason: RejectionReason | undefined) =>
  /^(already a customer|competitor)$/i.test(reason?.name.trim() ?? '');

const KeyHint = ({ name }: { name: string }) => (
  <span aria-hidden className="pointer-coarse:hidden">
    <Kbd>{name}</Kbd>
  </span>
);

/** The row that keys act on goes on with the focus that the bar had. */
const focusCurrentRow = () =>
  document.querySelector<HTMLElement>('main [aria-current][data-index]')?.focus({ preventScroll: true });

/** Calls back after a while. Starts again when it was held, and with each occasion. */
function useTimer(isHeld: boolean, occasion: string, onOver: () => void) {
  const over = useEffectEvent(onOver);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each occasion starts the time again
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => over(), BAR_MS);
    return () => clearTimeout(timer);
  }, [isHeld, occasion]);
}
