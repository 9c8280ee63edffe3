import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unguardFormulas } from '../csv/cells.ts';
import { parseRecords } from '../csv/records.ts';
import { type ExportedLead, exportedFields, exportHeadWith, exportLine } from '../lead-export.ts';
import { splitIntoChunks } from './chunks.ts';
import { openImportFile } from './file.ts';
import { autoMapping } from './mapping.ts';
import { type RowOutcome, rowReader } from './rows.ts';
import type { ImportType } from './targets.ts';

/** Reads a file as the wizard does, and each of its chunks as the function does. */
async function importOf(bytes: Uint8Array<ArrayBuffer> | string, type: ImportType) {
  const file = await openImportFile(new Blob([bytes]), type);
  let rows = 0;
  for await (const _ of file.rows()) rows += 1;
  const readRow = rowReader(type, file.headers, autoMapping(type, file.headers));
  const outcomes: RowOutcome[] = [];
  for await (const part of splitIntoChunks(file.headers, file.rows())) {
    if (part.kind === 'error') outcomes.push(part.error);
    else outcomes.push(...[...parseRecords(part.chunk.csvData, ',')].slice(1).map(readRow));
  }
  return { rows, outcomes };
}

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc
    .tuple(
      fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]),
      fc.string({
        unit: fc.constantFrom('"', ',', ';', '\t', '|', '\r', '\n', '\0', ' ', 'a', 'é', '😀', '@', '.', "'", '='),
        maxLength: 200,
      }),
    )
    .map(([mark, text]) => new Uint8Array([...mark, ...new TextEncoder().encode(`Name,Email,Company\n${text}`)])),
);

test('in a file of random bytes every row is either stored or has an error', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom<ImportType>('leads', 'companies'), async (any, type) => {
      const { rows, outcomes } = await importOf(new Uint8Array(any), type);
      expect(outcomes).toHaveLength(rows);
      for (const outcome of outcomes) {
        if ('error' in outcome) expect(outcome.error).toMatch(/\S/);
        else expect(outcome.row.name).toMatch(/\S/);
      }
    }),
  );
});

/** Text as stored, after cleaning. */
const stored = fc
  .string({
    unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\n', '1', '(', ' ', 'a', 'Z', 'ß', '😀'),
    minLength: 1,
    maxLength: 20,
  })
  .map((text) => text.replace(/\s+/g, ' ').trim())
  .filter((text) => text !== '' && !/^'[+\-=@\d]/.test(text) && unguardFormulas(text) === text);

const lead: fc.Arbitrary<ExportedLead> = fc.record({
  name: stored,
  email: fc.option(fc.constantFrom('ada@acme.example', "o'neil+x@acme.example")),
  title: fc.option(stored.filter((text) => !/^-{1,2}$/.test(text))),
  company: fc.option(stored),
  location: fc.option(stored.filter((text) => !/^-{1,2}$/.test(text))),
  linkedin_profile_url: fc.option(fc.constant('https://www.linkedin.com/in/ada')),
  phone: fc.option(fc.constantFrom('0612345678', '+49 (30) 555-0100')),
  audience: fc.option(stored),
});

test('exported leads are the same after an import', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(lead, { minLength: 1, maxLength: 5 }), async (leads) => {
      const { outcomes } = await importOf(exportHeadWith([]) + leads.map((lead) => exportLine(lead)).join(''), 'leads');
      const read = outcomes.map((outcome) => ('row' in outcome ? outcome.row : outcome));
      expect(read).toEqual(leads.map(({ audience: _, ...fields }) => expect.objectContaining(fields)));
    }),
  );
});

test('no exported cell is a formula', () => {
  const anything = fc.oneof(stored, fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(anything, fc.constantFrom(...exportedFields), (text, field) => {
      const emptyLead = Object.fromEntries(
        exportedFields.map((name) => [name, name === field ? text : '']),
      ) as ExportedLead;
      const [record] = [...parseRecords(exportLine(emptyLead), ',')];
      const cell = record?.cells[exportedFields.indexOf(field)] ?? '';
      expect(unguardFormulas(cell)).toBe(unguardFormulas(text));
      expect(cell).not.toMatch(/^[=@\t\r\n]/);
      for (const part of cell.split(/[;\t\r\n]/)) {
        expect(part).not.toMatch(/^\s*[=@]/);
        if (/^\s*[+-](?! [^|(]*$)/.test(part)) expect(part).toMatch(/^\s*[+-][\d\s().,/-]+$/);
      }
    }),
  );
});
