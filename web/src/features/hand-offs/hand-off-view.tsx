import { useQuery } from '@tanstack/react-query';
import { Ban, Download, FileX2, Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCustomerName } from '@/features/customers/data.ts';
import { formatMoment } from '@/lib/format.ts';
import { formatTimeLeft, usePace } from '@/lib/pace.ts';
import { commonTexts } from '@/lib/texts.ts';
import { toast } from '@/lib/toast.ts';
import { useAttempt } from '@/lib/use-attempt.ts';
import { Badge, type Tone } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { useFocusHandover } from '@/ui/focus-handover.ts';
import { Note } from '@/ui/note.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { Section } from '@/ui/section.tsx';
import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { CellsTable } from './cells-table.tsx';
import { Counts } from './counts.tsx';
import {
  endHandOff,
  type HandOff,
  type HandOffState,
  oneHandOff,
  refreshHandOffs,
  storedLeads,
  userName,
} from './data.ts';
import { downloadFile } from './download-file.ts';
import { LeftOut } from './left-out.tsx';
import { resultUploads } from './results/data.ts';
import { HandOffResults } from './results/hand-off-results.tsx';
import { SequenceSheet, ToolNotes } from './sequence-sheet.tsx';
import { texts } from './texts.ts';
import { usePreparation, type Work } from './use-preparation.ts';

const STATE_TONES: Record<HandOffState, Tone> = {
  preparing: 'warning',
  ready: 'success',
  cancelled: 'neutral',
  void: 'neutral',
};

export const StateBadge = ({ state }: { state: HandOffState }) => (
  <Badge tone={STATE_TONES[state]}>{texts.states[state]}</Badge>
);

type HandOffViewProps = {
  id: string;
  /** Whether this window has just started it, so that it checks the leads at once. */
  isNew: boolean;
  onBack: () => void;
};

/** A hand-off in each of its states. */
export function HandOffView({ id, isNew, onBack }: HandOffViewProps) {
  useFocusHandover();
  return (
    <Loaded
      query={useQuery(oneHandOff(id))}
      what={texts.what}
      skeleton={
        <Loading label={commonTexts.loading(texts.loading)} className="space-y-4">
          <Skeleton className="h-8 w-1/2" />
          <Skeleton className="h-40 w-full" />
        </Loading>
      }
    >
      {(handOff) =>
        handOff ? (
          <Content handOff={handOff} isNew={isNew} onBack={onBack} />
        ) : (
          <EmptyState
            icon={FileX2}
            title={texts.notFound}
            description={texts.notFoundHint}
            action={<Button onClick={onBack}>{texts.back}</Button>}
          />
        )
      }
    </Loaded>
  );
}

function Content({ handOff, isNew, onBack }: { handOff: HandOff; isNew: boolean; onBack: () => void }) {
  const { state, plan, campaign_name, customer_id, checked_at } = handOff;
  const customer = useCustomerName(customer_id) ?? '';
  const [isEnding, setEnding] = useState(false);
  const { work, check, finish, stop } = usePreparation(handOff);
  const isPreparing = state === 'preparing';
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!isNew || hasBegun.current || !isPreparing || checked_at) return; // it may be opened again
    hasBegun.current = true;
    check();
  });

  return (
    <>
      <PageHeader
        title={campaign_name}
        description={
          <>
            <StateBadge state={state} /> {plan.tool.name} · <bdi>{customer}</bdi> · <About handOff={handOff} />
          </>
        }
        actions={
          <span className="flex flex-wrap gap-2 print:hidden">
            <Button onClick={onBack}>{texts.back}</Button>
            {isPreparing && (
              // where the button to check was, which a double-click presses
              <Button icon={Ban} onClick={({ detail }) => detail < 2 && setEnding(true)}>
                {texts.prepare.cancelling.confirmLabel}
              </Button>
            )}
            {isPreparing && checked_at && handOff.lead_count > 0 && (
              <FinishButton count={handOff.lead_count} busy={work !== null} onClick={finish} />
            )}
          </span>
        }
      />
      {work && <Progress work={work} handOff={handOff} onStop={stop} />}
      {isPreparing && !checked_at && !work && (
        <Note
          tone="info"
          title={texts.prepare.interrupted}
          action={<Button onClick={check}>{commonTexts.continue}</Button>}
        >
          {texts.prepare.interruptedHint(handOff.total)}
        </Note>
      )}
      {checked_at && state !== 'cancelled' && <Result handOff={handOff} customer={customer} />}
      {state === 'ready' && <VoidButton handOff={handOff} onClick={() => setEnding(true)} />}
      {isEnding && (
        <ConfirmAction
          {...(isPreparing ? texts.prepare.cancelling : texts.voiding(handOff.lead_count))}
          danger
          write={() => {
            stop();
            return endHandOff(handOff);
          }}
          refresh={refreshHandOffs}
          onClose={() => setEnding(false)}
        />
      )}
    </>
  );
}

/** At the end of the page, where no other button was pressed. A hand-off with results cannot become void. */
function VoidButton({ handOff, onClick }: { handOff: HandOff; onClick: () => void }) {
  const { data: uploads } = useQuery(resultUploads(handOff));
  if (!uploads || uploads.some(({ undone_at }) => undone_at === null)) return null;
  return (
    <Button icon={Ban} className="mt-6 print:hidden" onClick={onClick}>
      {texts.void}
    </Button>
  );
}

type FinishButtonProps = { count: number; busy: boolean; onClick: () => void };

/** Disappears once the leads are handed off. */
function FinishButton({ count, busy, onClick }: FinishButtonProps) {
  useFocusHandover();
  return (
    <Button variant="primary" icon={Send} busy={busy} onClick={onClick}>
      {texts.result.handOff(count)}
    </Button>
  );
}

/** When, by whom, and with which version of the campaign and which audiences. */
function About({ handOff }: { handOff: HandOff }) {
  const { data: name } = useQuery({ ...userName(handOff.created_by ?? ''), enabled: handOff.created_by !== null });
  const { created_at, version_number, audiences } = handOff;
  return [
    texts.about.by(formatMoment(new Date(created_at)), name ?? texts.about.unknownUser),
    version_number !== null && texts.about.version(version_number),
    audiences && texts.about.audiences(audiences.map((audience) => audience || texts.setup.unassigned)),
  ]
    .filter(Boolean)
    .join(' · ');
}

function Progress({ work, handOff, onStop }: { work: Work; handOff: HandOff; onStop: () => void }) {
  const isCheck = work.kind === 'check';
  const total = isCheck ? handOff.expected : handOff.lead_count;
  const words = isCheck ? texts.prepare.checked(work.done) : texts.prepare.made(work.done, total);
  const pace = usePace(work.done);
  return (
    <Card className="mb-4 p-4">
      <ProgressBar
        label={isCheck ? texts.prepare.checking : texts.prepare.making}
        value={work.done}
        max={Math.max(total, work.done)}
        valueText={words}
      />
      <div className="mt-2 flex items-center justify-between gap-4 text-muted text-sm tabular-nums">
        <span>{words}</span>
        <span className="flex items-center gap-3">
          {formatTimeLeft(total - work.done, pace)}
          <Button size="sm" onClick={onStop}>
            {texts.prepare.pause}
          </Button>
        </span>
      </div>
    </Card>
  );
}

function Result({ handOff, customer }: { handOff: HandOff; customer: string }) {
  const { state, total, lead_count, plan } = handOff;
  const counts = [
    [texts.result.total, total],
    [texts.result.inFile, lead_count],
    [texts.result.leftOut, total - lead_count],
  ] as const;
  return (
    <>
      <Counts counts={counts} className="grid-cols-3 print:hidden" />
      {lead_count === 0 && <p className="mt-4 text-muted">{texts.result.noneLeft}</p>}
      {state === 'ready' && <Files handOff={handOff} customer={customer} />}
      {state === 'ready' && <HandOffResults handOff={handOff} />}
      <LeftOut handOff={handOff} />
      {lead_count > 0 && <FirstRows handOff={handOff} />}
      {(state === 'ready' || state === 'preparing') && (
        <>
          <ToolNotes tool={plan.tool} className="mt-6" />
          <SequenceSheet handOff={handOff} customer={customer} />
        </>
      )}
    </>
  );
}

function FirstRows({ handOff }: { handOff: HandOff }) {
  const { data = [] } = useQuery(storedLeads(handOff, { reason: null }, 5));
  const erased = handOff.plan.columns.map(() => texts.result.erased);
  return (
    <Section look="part" title={texts.result.preview} className="print:hidden">
      <CellsTable
        columns={handOff.plan.columns}
        rows={data.map(({ place, cells }) => ({ id: String(place), cells: cells ?? erased }))}
      />
    </Section>
  );
}

function Files({ handOff, customer }: { handOff: HandOff; customer: string }) {
  const { files } = handOff;
  const { attempt: download, isBusy } = useAttempt(
    texts.files.failed,
    async (index: number, isForSpreadsheet: boolean) => {
      const isSame = await downloadFile(handOff, index, customer, isForSpreadsheet);
      if (isSame === false) toast({ title: texts.files.differs, description: texts.files.redacted, tone: 'danger' });
    },
  );
  return (
    <Section look="part" title={texts.files.title} className="print:hidden">
      <ul className="divide-y divide-border rounded-lg border border-border bg-raised">
        {files.map(({ rows, sha256 }, index) => (
          <li key={sha256} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="text-sm">{texts.files.file(index + 1, files.length, rows)}</p>
              <p className="select-text break-all text-muted text-xs">
                {texts.files.checksum}: <code>{sha256}</code>
              </p>
            </div>
            <Button variant="primary" icon={Download} busy={isBusy} onClick={() => download(index, false)}>
              {texts.files.download}
            </Button>
            <Button disabled={isBusy} onClick={() => download(index, true)}>
              {texts.files.spreadsheet}
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-muted text-xs">{texts.files.spreadsheetHint}</p>
    </Section>
  );
}
