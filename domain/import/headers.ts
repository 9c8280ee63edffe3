// In charge of recognising headers and of telling them apart. Refuses to look at the cells beneath them.
import { companySynonyms, leadSynonyms } from './synonyms.ts';
import type { ImportType, Target } from './targets.ts';

/** What a header says; the lower the rank, the better the word. */
export type HeaderMatch = { target: Target; rank: number };

const tables: Record<ImportType, Map<string, HeaderMatch>> = {
  leads: foldedTable(leadSynonyms),
  companies: foldedTable(companySynonyms),
};

/** The target that a header's text names, whole or without a leading `Person - ` or `Organization - `; undefined where the table has no such word. */
export function matchHeader(type: ImportType, header: string): HeaderMatch | undefined {
  const text = header.trim();
  return tables[type].get(folded(text)) ?? tables[type].get(folded(text.replace(/^(?:person|organization) - /i, '')));
}

/**
 * The headers as a person sees them, each one different: trimmed, an empty one named for its place (`Column 4`),
 * a repeated one numbered (`Company (2)`).
 */
export function distinctHeaders(cells: readonly string[]): string[] {
  const texts = cells.map((cell, index) => cell.trim() || `Column ${index + 1}`);
  const reserved = new Set(texts);
  const used = new Set<string>();
  return texts.map((text) => {
    let header = text;
    for (let number = 2; used.has(header); number += 1) {
      const candidate = `${text} (${number})`;
      if (!reserved.has(candidate)) header = candidate;
    }
    used.add(header);
    reserved.add(header);
    return header;
  });
}

/** Case, spaces, `_ - . /` and a trailing `*` or `(…)` make no difference between headers. */
function folded(header: string): string {
  return header
    .replace(/(?:\s*(?:\*|\([^()]*\)))+$/, '')
    .toLowerCase()
    .replace(/[\s_./-]+/g, '');
}

function foldedTable(synonyms: Record<string, string>): Map<string, HeaderMatch> {
  const table = new Map<string, HeaderMatch>();
  for (const [target, headers] of Object.entries(synonyms)) {
    for (const [rank, header] of headers.split(', ').entries()) {
      const key = folded(header);
      if (!table.has(key)) table.set(key, { target: target as Target, rank });
    }
  }
  return table;
}
