import { FileText, Printer } from 'lucide-react';
import { stepTypeNames } from '#domain/campaign/steps.ts';
import { type SheetStep, sequenceSheet, sheetMarkdown } from '#domain/hand-off/sequence-sheet.ts';
import type { Tool } from '#domain/hand-off/tools.ts';
import { saveFile } from '@/lib/file-sink.ts';
import { Button } from '@/ui/button.tsx';
import { CopyField } from '@/ui/copy-field.tsx';
import { Note } from '@/ui/note.tsx';
import { Section } from '@/ui/section.tsx';
import type { HandOff } from './data.ts';
import { downloadName } from './download-file.ts';
import { texts } from './texts.ts';

const { setup, sheet } = texts;

/** How to set up the sequence in the tool. Of the page, only this is printed, with what to check about the tool. */
export function SequenceSheet({ handOff, customer }: { handOff: HandOff; customer: string }) {
  const { plan, steps, campaign_name } = handOff;
  const content = sequenceSheet(plan, steps);
  const title = sheet.name(campaign_name, customer);
  const save = () => {
    const text = sheetMarkdown(title, plan, content);
    const name = downloadName(handOff, customer, sheet.title).replace(/csv$/, 'md');
    saveFile(name, new Blob([text], { type: 'text/markdown;charset=utf-8' }));
  };
  return (
    <Section
      look="part"
      title={sheet.title}
      aside={
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button size="sm" icon={Printer} onClick={() => window.print()}>
            {sheet.print}
          </Button>
          <Button size="sm" icon={FileText} onClick={save}>
            {sheet.markdown}
          </Button>
        </div>
      }
    >
      <p className="mb-3 text-muted text-sm">{sheet.hint}</p>
      <ol className="space-y-3">
        {content.map((step) => (
          <li key={step.number} className="break-inside-avoid rounded-lg border border-border bg-raised p-4">
            <h3 className="font-medium text-sm">{sheet.step(step.number, stepTypeNames[step.type])}</h3>
            <p className="mb-3 text-muted text-xs tabular-nums">{sheet.day(step.day, step.delay)}</p>
            <Texts step={step} tool={plan.tool.name} />
          </li>
        ))}
      </ol>
      <ul aria-label={sheet.notes} className="mt-4 hidden list-disc pl-5 text-sm print:block">
        {plan.tool.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Section>
  );
}

function Texts({ step: { subject, message, isUnsent }, tool }: { step: SheetStep; tool: string }) {
  if (isUnsent) return <p className="text-sm">{sheet.unsent(tool)}</p>;
  return (
    <div className="space-y-3">
      {subject === null && (
        <p className="text-sm">
          {sheet.subject}: {sheet.sameThread}
        </p>
      )}
      {subject && <CopyField label={sheet.subject} value={subject} />}
      {message ? <CopyField label={sheet.text} value={message} /> : <p className="text-sm">{sheet.noNote}</p>}
    </div>
  );
}

/** The uncertain parts of a tool’s description, and their sources. */
export function ToolNotes({ tool, className = '' }: { tool: Tool; className?: string }) {
  if (tool.isConfirmed) return null;
  return (
    <Note tone="neutral" title={setup.unconfirmed} className={`print:hidden ${className}`}>
      <p>{setup.unconfirmedHint(tool.name)}</p>
      <ul className="mt-1 list-disc pl-5">
        {tool.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {tool.sources.length > 0 && (
        <details className="mt-1">
          <summary className="w-fit cursor-pointer">{setup.sources}</summary>
          <ul className="list-disc pl-5 wrap-anywhere">
            {tool.sources.map(({ what, where, read }) => (
              <li key={what}>{setup.source(what, where, read)}</li>
            ))}
          </ul>
        </details>
      )}
    </Note>
  );
}
