import { isCsvName } from '#domain/import/file.ts';
import { autoMapping } from '#domain/import/mapping.ts';
import { emptyTotals } from '#domain/import/result.ts';
import { type ColumnMapping, canNameRows, type ImportType, type Target } from '#domain/import/targets.ts';
import type { OpenedFile } from './reading/messages.ts';
import type { Reached } from './send-portions.ts';

/** What the person has filled in so far. */
export type Draft = { customerId: string | null; audience: string; file: File | null };

/** What was asked for, with nothing missing. */
export type Order = { customerId: string; audience: string; file: File };

/** One file on its way into the database. */
export type Run = { order: Order; opened: OpenedFile; mapping: ColumnMapping; importId: string; reached: Reached };

/** A run that stopped before its end, in this page or in an earlier one. */
export type Halted = { run: Run; since: string };

export type Problem = { title: string; text: string };

/** The mapping that was last used for the customer and these headers, where it says something else than the automatic one. */
export type Recalled = { mapping: ColumnMapping; since: string };

/** What a mapping begins with: the one that is remembered, or what the headers suggest. */
export type MappedBy = 'memory' | 'headers';

export type Wizard =
  | { step: 'upload'; draft: Draft; reading: boolean; problem: Problem | null; halted: Run | null }
  | {
      step: 'mapping';
      order: Order;
      opened: OpenedFile;
      mapping: ColumnMapping;
      recalled: Recalled | null;
      by: MappedBy;
      /** What came of this file before. */
      halted: Halted | null;
    }
  | { step: 'processing'; run: Run; stopping: boolean }
  | { step: 'results'; run: Run };

export type WizardEvent =
  | { type: 'filled in'; draft: Partial<Draft> }
  | { type: 'refused'; problem: Problem }
  | { type: 'reading' }
  | {
      type: 'opened';
      importType: ImportType;
      order: Order;
      opened: OpenedFile;
      recalled: Recalled | null;
      halted: Halted | null;
    }
  | { type: 'remapped'; importType: ImportType; by: MappedBy }
  | { type: 'mapped'; header: string; target: Target | 'ignore' }
  | { type: 'went back' }
  | { type: 'began'; importId: string }
  | { type: 'reached'; reached: Reached }
  | { type: 'stopping' }
  | { type: 'ended' }
  | { type: 'failed'; reason: string }
  | { type: 'resumed' };

export const PROBLEMS = {
  fileType: { title: 'Invalid file type', text: 'Choose a file whose name ends in .csv.' },
  noCustomer: { title: 'Missing information', text: 'Choose the customer that the rows belong to.' },
  noFile: { title: 'Missing information', text: 'Choose the CSV file to import.' },
  noRows: { title: 'Nothing to import', text: 'The file has no rows below its header.' },
  empty: { title: 'Nothing to import', text: 'The file is empty.' },
} as const satisfies Record<string, Problem>;

export function startWizard(customerId: string | null): Wizard {
  return {
    step: 'upload',
    draft: { customerId, audience: '', file: null },
    reading: false,
    problem: null,
    halted: null,
  };
}

/** What is asked for, or why it cannot be done. */
export function orderFrom({ customerId, audience, file }: Draft): Order | Problem {
  if (!file) return PROBLEMS.noFile;
  if (!isCsvName(file.name)) return PROBLEMS.fileType;
  if (!customerId) return PROBLEMS.noCustomer;
  return { customerId, audience: audience.trim(), file };
}

/** Why an opened file is not worth going on with, if it is not. */
export function emptiness({ delimiter, totalRows }: OpenedFile): Problem | null {
  if (totalRows > 0) return null;
  return delimiter === null ? PROBLEMS.empty : PROBLEMS.noRows;
}

export function mayImport(importType: ImportType, mapping: ColumnMapping): boolean {
  return canNameRows(importType, Object.values(mapping));
}

/** How many of a file's rows have been answered for. */
export function rowsDone({ reached }: Run): number {
  return reached.nextRow - 2;
}

/** The next state. An event that the state has no place for, such as an answer after the end, changes nothing. */
export function advance(wizard: Wizard, event: WizardEvent): Wizard {
  switch (wizard.step) {
    case 'upload':
      return fromUpload(wizard, event);
    case 'mapping':
      return fromMapping(wizard, event);
    case 'processing':
      return fromProcessing(wizard, event);
    case 'results':
      return wizard;
  }
}

function fromUpload(wizard: Extract<Wizard, { step: 'upload' }>, event: WizardEvent): Wizard {
  switch (event.type) {
    case 'filled in':
      if (wizard.reading) return wizard; // what is asked for is settled, and the next step goes on with it
      if (event.draft.file && !isCsvName(event.draft.file.name)) return { ...wizard, problem: PROBLEMS.fileType };
      return { ...wizard, draft: { ...wizard.draft, ...event.draft }, problem: null };
    case 'refused':
      return { ...wizard, reading: false, problem: event.problem };
    case 'reading':
      return { ...wizard, reading: true, problem: null, halted: null };
    case 'opened': {
      const { importType, order, opened, recalled, halted } = event;
      const by = recalled ? 'memory' : 'headers';
      return remap({ step: 'mapping', order, opened, mapping: {}, recalled, by, halted }, importType, by);
    }
    case 'resumed':
      return wizard.halted ? { step: 'processing', run: wizard.halted, stopping: false } : wizard;
    default:
      return wizard;
  }
}

function remap(wizard: Extract<Wizard, { step: 'mapping' }>, importType: ImportType, by: MappedBy): Wizard {
  const automatic = () => autoMapping(importType, wizard.opened.headers);
  return { ...wizard, by, mapping: (by === 'memory' && wizard.recalled?.mapping) || automatic() };
}

function fromMapping(wizard: Extract<Wizard, { step: 'mapping' }>, event: WizardEvent): Wizard {
  switch (event.type) {
    case 'mapped':
      return { ...wizard, mapping: { ...wizard.mapping, [event.header]: event.target } };
    case 'remapped':
      return remap(wizard, event.importType, event.by);
    case 'went back':
      return { step: 'upload', draft: wizard.order, reading: false, problem: null, halted: null };
    case 'began': {
      const { order, opened, mapping } = wizard;
      const reached = { totals: emptyTotals, nextRow: 2 };
      return {
        step: 'processing',
        run: { order, opened, mapping, importId: event.importId, reached },
        stopping: false,
      };
    }
    case 'resumed':
      return wizard.halted ? { step: 'processing', run: wizard.halted.run, stopping: false } : wizard;
    default:
      return wizard;
  }
}

function fromProcessing(wizard: Extract<Wizard, { step: 'processing' }>, event: WizardEvent): Wizard {
  const { run } = wizard;
  switch (event.type) {
    case 'reached':
      return { ...wizard, run: { ...run, reached: event.reached } };
    case 'stopping':
      return { ...wizard, stopping: true };
    case 'ended':
      return { step: 'results', run };
    case 'failed':
      return {
        step: 'upload',
        draft: run.order,
        reading: false,
        problem: { title: 'The import stopped', text: event.reason },
        halted: run,
      };
    default:
      return wizard;
  }
}
