import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, Download, FileX2, Send } from 'lucide-react';
import { useState } from 'react';
import { useCustomerName } from '@/features/customers/data.ts';
import { formatMoment } from '@/lib/format.ts';
import { formatTimeLeft, usePace } from '@/lib/pace.ts';
import { commonTexts } from '@/lib/texts.ts';
import { toast } from '@/lib/toast.ts';
import { useAttempt } from '@/lib/use-attempt.ts';
import { useSave } from '@/lib/use-save.ts';
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
  type HandOffWork,
  oneHandOff,
  refreshHandOffs,
  storedLeads,
  userName,
  workOn,
} from './data.ts';
import { downloadFile } from './download-file.ts';
import { LeftOut } from './left-out.tsx';
import { resultUploads } from './results/data.ts';
import { HandOffResults } from './results/hand-off-results.tsx';
import { SequenceSheet, ToolNotes } from './sequence-sheet.tsx';
import { texts } from './texts.ts';
import { useWorkProgress } from './use-work-progress.ts';

const STATE_TONES: Record<HandOffState, Tone> = {
  preparing: 'warning',
  ready: 'success',
  cancelled: 'neutral',
  void: 'neutral',
};

export const StateBadge = ({ state }: { state: HandOffState }) => (
  <Badge tone={STATE_TONES[state]}>{texts.states[state]}</Badge>
);

type HandOffViewProps = { id: string; onBack: () => void };

/** A hand-off in each of its states. */
export function HandOffView({ id, onBack }: HandOffViewProps) {
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
          <Content handOff={handOff} onBack={onBack} />
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

function Content({ handOff, onBack }: { handOff: HandOff; onBack: () => void }) {
  const { state, work, failure, plan, campaign_name, customer_id, checked_at } = handOff;
  const customer = useCustomerName(customer_id) ?? '';
  const [isEnding, setEnding] = useState(false);
  const client = useQueryClient();
  useWorkProgress(handOff);
  const isPreparing = state === 'preparing';
  const { save: goOn, isSaving } = useSave({
    write: async () => client.setQueryData(oneHandOff(handOff.id).queryKey, await workOn(handOff)),
    refresh: refreshHandOffs,
    failure: texts.prepare.failed[checked_at ? 'finish' : 'check'],
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
              <FinishButton count={handOff.lead_count} busy={isSaving || work !== null} onClick={goOn} />
            )}
          </span>
        }
      />
      {work && <Progress work={work} handOff={handOff} />}
      {isPreparing && !work && (failure !== null || !checked_at) && (
        <Note
          tone={failure ? 'danger' : 'info'}
          title={texts.prepare.interrupted}
          className="mb-4"
          action={
            !checked_at && (
              <Button busy={isSaving} onClick={() => goOn()}>
                {commonTexts.continue}
              </Button>
            )
          }
        >
          {texts.prepare.interruptedHint(handOff.total, failure)}
        </Note>
      )}
      {checked_at && state !== 'cancelled' && <Result handOff={handOff} customer={customer} />}
      {state === 'ready' && <VoidButton handOff={handOff} onClick={() => setEnding(true)} />}
      {isEnding && (
        <ConfirmAction
          {...(isPreparing ? texts.prepare.cancelling : texts.voiding(handOff.lead_count))}
          danger
          write={() => endHandOff(handOff)}
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

type ProgressProps = { work: HandOffWork; handOff: HandOff };

/** How far the server is. It goes on if the page is left. */
function Progress({ work, handOff: { total, expected, made } }: ProgressProps) {
  const isCheck = work === 'check';
  const [done, all] = isCheck ? [total, expected] : [made?.place ?? 0, total];
  const label = isCheck ? texts.prepare.checking : texts.prepare.making;
  const words = isCheck ? texts.prepare.checked(done) : texts.prepare.made(done, all);
  const pace = usePace(done);
  return (
    <Card className="mb-4 p-4">
      <ProgressBar label={label} value={done} max={Math.max(all, done)} valueText={words} />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-muted text-sm tabular-nums">
        <span>{isCheck ? words : `${label}: ${words}`}</span>
        <span>{formatTimeLeft(all - done, pace)}</span>
        <span className="basis-full">{texts.prepare.goesOn}</span>
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
