import type { Tool } from '#domain/hand-off/tools.ts';
import { Note } from '@/ui/note.tsx';
import { texts } from './texts.ts';

const { setup } = texts;

/** What is not certain about a tool, and what that rests on. */
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
