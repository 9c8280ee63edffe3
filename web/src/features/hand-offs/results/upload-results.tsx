import { Download } from 'lucide-react';
import { groupBy } from '#domain/group-by.ts';
import { resultKinds } from '#domain/hand-off/result-kinds.ts';
import { canReport } from '#domain/hand-off/results.ts';
import { errorsFile, errorsFileName } from '@/features/import/csv/errors-csv.ts';
import { DropZone } from '@/features/import/steps/drop-zone.tsx';
import { saveFile } from '@/lib/file-sink.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Note } from '@/ui/note.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { useUnsavedChanges } from '@/ui/unsaved-changes.tsx';
import { KindCounts } from '../counts.tsx';
import type { HandOff } from '../data.ts';
import { AskedValues } from './asked-values.tsx';
import { RefusedAddresses, RemovalRequests } from './removal-requests.tsx';
import { ResultMappingFields } from './result-mapping-fields.tsx';
import type { ResultsFile } from './results-file.ts';
import { texts } from './texts.ts';
import { type Checked, useResults } from './use-results.ts';

const { dialog } = texts;

type UploadResultsProps = { handOff: HandOff; onClose: () => void };

/** Uploads a file with results of a hand-off: what its columns mean, then what it reports, then storing that. */
export function UploadResults({ handOff, onClose }: UploadResultsProps) {
  const results = useResults(handOff, onClose);
  const { file, mapping, checked, work, problem } = results;
  const { question, leave } = useUnsavedChanges({
    isUnsaved: file !== null,
    description: [
      !checked?.isStored && dialog.unsaved,
      checked && checked.requests.length > 0 && dialog.requests.open(checked.requests.length),
    ]
      .filter(Boolean)
      .join(' '),
    onDiscard: results.stop,
  });
  const { hasKey, hasResult } = canReport(mapping);
  const canGoBack = file && !work && !checked?.isStored;
  return (
    <Dialog
      onOpenChange={() => leave(onClose)}
      size={file ? 'full' : 'md'}
      title={texts.upload}
      description={file ? `${file.name} · ${dialog.rows(file.totalRows)}` : dialog.description(handOff.plan.tool.name)}
      footer={
        <>
          <Button onClick={() => (canGoBack ? results.back() : leave(onClose))}>
            {canGoBack ? commonTexts.back : checked?.isStored ? commonTexts.done : commonTexts.cancel}
          </Button>
          {file && !checked && (
            <Button
              variant="primary"
              busy={work !== null}
              disabled={!hasKey || !hasResult || !results.isReady}
              onClick={() => results.check()}
            >
              {dialog.check}
            </Button>
          )}
          {checked && !checked.isStored && (
            <Button
              variant="primary"
              busy={work !== null}
              disabled={results.newResults === 0}
              onClick={({ detail }) => detail < 2 && results.store()} // a double-click on Check would store unread results
            >
              {dialog.store(results.newResults)}
            </Button>
          )}
        </>
      }
    >
      {work && file && (
        <ProgressBar
          label={work.kind === 'check' ? dialog.checking : dialog.storing}
          value={work.done}
          max={file.totalRows}
          valueText={dialog.rows(work.done)}
          className="mb-4"
        />
      )}
      {!file && (
        <div className="space-y-4">
          {problem && <Note tone="danger">{problem}</Note>}
          <DropZone file={null} onFile={results.open} disabled={results.isOpening} isInvalid={problem !== null} />
          <p className="text-muted text-sm">{dialog.savedFor(handOff.plan.tool.name)}</p>
        </div>
      )}
      {file && !checked && (
        <div className="space-y-5">
          <AskedValues {...results} />
          <ResultMappingFields file={file} mapping={mapping} columns={results.columns} onChange={results.map} />
        </div>
      )}
      {file && checked && (
        <div className="space-y-5">
          {!checked.isStored && <Preview checked={checked} total={file.totalRows} />}
          <RemovalRequests checked={checked} isAdding={results.isAdding} onAdd={results.add} />
          <RefusedAddresses refused={checked.refused} />
          <Unmatched file={file} checked={checked} />
        </div>
      )}
      {question}
    </Dialog>
  );
}

function Preview({ checked: { added, matched, early }, total }: { checked: Checked; total: number }) {
  return (
    <>
      <p className="text-sm">{dialog.matched(matched, total)}</p>
      <section aria-label={dialog.added}>
        <h3 className="mb-2 font-medium text-sm">{dialog.added}</h3>
        <KindCounts countKind={(kind) => added[kind]} />
      </section>
      {resultKinds.every((kind) => added[kind] === 0) && <Note>{dialog.nothingNew}</Note>}
      {early.rows > 0 && <Note tone="warning">{dialog.early(early.rows, early.example)}</Note>}
      {added.unsubscribed > 0 && <Note tone="warning">{dialog.listed(added.unsubscribed)}</Note>}
    </>
  );
}

function Unmatched({ file, checked: { unmatched } }: { file: ResultsFile; checked: Checked }) {
  if (unmatched.length === 0) return null;
  const reasons = [...groupBy(unmatched, ({ reason }) => reason)];
  const errors = [...groupBy(unmatched, ({ row }) => row)].map(([row, all]) => ({
    row,
    error: all.map(({ reason, cell }) => texts.rowError(reason, cell)).join('; '),
  }));
  return (
    <section aria-label={dialog.unmatched}>
      <h3 className="mb-2 font-medium text-sm">{dialog.unmatched}</h3>
      <ul className="mb-3 divide-y divide-border rounded-lg border border-border bg-raised text-sm">
        {reasons.map(([reason, rows]) => (
          <li key={reason} className="flex justify-between gap-4 px-4 py-2">
            <span>{texts.rowsError(reason, rows[0]?.cell)}</span>
            <span className="text-muted tabular-nums">{dialog.rows(rows.length)}</span>
          </li>
        ))}
      </ul>
      <Button
        icon={Download}
        onClick={async () => saveFile(errorsFileName(file.name), await errorsFile(file.headers, file.rows(), errors))}
      >
        {dialog.download}
      </Button>
    </section>
  );
}
