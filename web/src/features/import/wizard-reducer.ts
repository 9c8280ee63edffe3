import { type CustomField, customKey, customLabel, customLimits, matchingField } from '#domain/custom-fields.ts';
import type { CellsLeftOut } from '#domain/import/cell-survey.ts';
import type { Edits } from '#domain/import/corrections.ts';
import { isCsvName } from '#domain/import/file.ts';
import { autoMapping } from '#domain/import/mapping.ts';
import { emptyTotals, type ImportTotals } from '#domain/import/result.ts';
import {
  type ColumnMapping,
  type ColumnTarget,
  canNameRows,
  type ImportType,
  parseCustomKey,
} from '#domain/import/targets.ts';
import { type Updating, updatableFields } from '#domain/import/updating.ts';
import { isLive, type StoredField } from '@/features/custom-fields/field.ts';
import type { OpenedFile, RejectedRow } from './csv/csv-worker.ts';
import type { ImportProgress } from './send-chunks.ts';
import { texts } from './texts.ts';

/** The fields of the upload step. */
export type ImportDraft = { importType: ImportType; customerId: string | null; audience: string; file: File | null };

/** A complete draft. */
export type ImportRequest = ImportDraft & { customerId: string; file: File };

export type ImportRun = {
  request: ImportRequest;
  opened: OpenedFile;
  mapping: ColumnMapping;
  /** The customer's custom fields. */
  fields: readonly CustomField[];
  /** How it updates rows; null: it skips duplicates. */
  updating: Updating | null;
  importId: string;
  progress: ImportProgress;
  /** How many corrected rows were sent after the file. */
  corrections: number;
};

/** An import of the same file that did not finish. */
export type InterruptedImport = { run: ImportRun; startedAt: string };

export type ImportProblem = { title: string; text: string };

/** The mapping last used for the customer and the same headers. */
export type SavedMapping = { mapping: ColumnMapping; savedAt: string };

export type MappingSource = 'saved' | 'automatic';

export type UploadState = {
  step: 'upload';
  draft: ImportDraft;
  opening: boolean;
  problem: ImportProblem | null;
  /** The import that has just failed. */
  failed: ImportRun | null;
  /** The file whose import had the audience, which was filled in for a file of its errors. */
  audienceFrom: string | null;
  /** The mapping that the user went back from. */
  left: MappingState | null;
};

export type MappingState = {
  step: 'mapping';
  request: ImportRequest;
  opened: OpenedFile;
  mapping: ColumnMapping;
  /** Null if there is none, or if it equals the automatic mapping. */
  saved: SavedMapping | null;
  source: MappingSource;
  interrupted: InterruptedImport | null;
  /** The customer's custom fields, removed ones too. */
  stored: readonly StoredField[];
  /** The fields that the import would create, if columns are mapped to them. */
  added: readonly CustomField[];
  updating: Updating | null;
};

export type ProcessingState = { step: 'processing'; run: ImportRun; cancelling: boolean };

/** `rejected` are the first rows with errors; none if the file could not be read again. `edits` are their corrections by row. */
export type ResultsState = {
  step: 'results';
  run: ImportRun;
  leftOut?: CellsLeftOut | undefined;
  rejected: readonly RejectedRow[];
  edits: Readonly<Record<number, Edits>>;
};

export type WizardState = UploadState | MappingState | ProcessingState | ResultsState;

export type WizardEvent =
  | { type: 'draft changed'; change: Partial<ImportDraft> }
  | { type: 'audience found'; file: File; customerId: string; audience: string; from: string }
  | { type: 'opening' }
  | { type: 'rejected'; problem: ImportProblem }
  | ({ type: 'opened' } & Pick<MappingState, 'request' | 'opened' | 'saved' | 'interrupted' | 'stored'>)
  | { type: 'updating chosen'; updating: Updating | null }
  | { type: 'source chosen'; source: MappingSource }
  | { type: 'column mapped'; header: string; target: ColumnTarget | 'ignore' }
  | { type: 'columns added'; headers: readonly string[] }
  | { type: 'field marked'; key: string; isInternal: boolean }
  | { type: 'went back' }
  | { type: 'started'; importId: string }
  | { type: 'resumed' }
  | { type: 'progressed'; progress: ImportProgress }
  | { type: 'cancelled' }
  | { type: 'finished'; rejected: readonly RejectedRow[]; leftOut?: CellsLeftOut | undefined }
  | { type: 'cell edited'; row: number; target: ColumnTarget; value: string }
  | { type: 'corrected'; totals: ImportTotals; rejected: readonly RejectedRow[]; rows: number }
  | { type: 'failed'; reason: string };

export const PROBLEMS = texts.problems;

const uploadStep = (draft: ImportDraft, rest: Partial<UploadState> = {}): UploadState => ({
  step: 'upload',
  draft,
  opening: false,
  problem: null,
  failed: null,
  audienceFrom: null,
  left: null,
  ...rest,
});

export const startWizard = (chosen: Pick<ImportDraft, 'importType' | 'customerId'>): WizardState =>
  uploadStep({ ...chosen, audience: '', file: null });

/** Whether nothing was entered that a second attempt would need again. */
export const isDraftEmpty = ({ file, audience }: ImportDraft) => !file && audience.trim() === '';

/** The request of a complete draft, or the first problem with it. */
export function toRequest({ importType, customerId, audience, file }: ImportDraft): ImportRequest | ImportProblem {
  if (!file) return PROBLEMS.noFile;
  if (!isCsvName(file.name)) return PROBLEMS.fileType(file.name);
  if (!customerId) return PROBLEMS.noCustomer;
  return { importType, customerId, audience: audience.trim(), file };
}

/** Why an opened file has nothing to import, or null if it has rows. */
export function emptyFileProblem({ delimiter, totalRows }: OpenedFile): ImportProblem | null {
  if (totalRows > 0) return null;
  return delimiter === null ? PROBLEMS.empty : PROBLEMS.noRows;
}

/** The mapping by headers, and by what the cells say about names. */
export const automaticMapping = (
  type: ImportType,
  { headers, names }: Pick<OpenedFile, 'headers' | 'names'>,
  fields: readonly CustomField[],
) => autoMapping(type, headers, fields, names?.found);

export const canImport = (importType: ImportType, mapping: ColumnMapping) =>
  canNameRows(importType, Object.values(mapping));

/** How many rows of the file are imported, skipped or reported as errors. */
export const rowsDone = ({ progress }: ImportRun): number => progress.nextRow - 2;

export const rowsLeft = (run: ImportRun): number => run.opened.totalRows - rowsDone(run);

/** Whether rows have corrections that were not imported. */
export const isCorrecting = ({ rejected, edits }: ResultsState) => rejected.some(({ row }) => edits[row]);

/** Events that the current step does not expect, such as progress after the end, change nothing. */
export function wizardReducer(state: WizardState, event: WizardEvent): WizardState {
  switch (state.step) {
    case 'upload':
      return reduceUpload(state, event);
    case 'mapping':
      return reduceMapping(state, event);
    case 'processing':
      return reduceProcessing(state, event);
    case 'results':
      return reduceResults(state, event);
  }
}

function reduceUpload(state: UploadState, event: WizardEvent): WizardState {
  switch (event.type) {
    case 'draft changed':
      if (state.opening) return state; // the file is being opened with the request as it was
      if (event.change.file && !isCsvName(event.change.file.name))
        return { ...state, problem: PROBLEMS.fileType(event.change.file.name) };
      return changeDraft(state, event.change);
    case 'audience found': {
      const { file, customerId, audience, from } = event;
      const { draft } = state;
      const isCurrent = draft.file === file && draft.customerId === customerId && draft.audience === '';
      return isCurrent ? { ...state, draft: { ...draft, audience }, audienceFrom: from } : state;
    }
    case 'rejected':
      return { ...state, opening: false, problem: event.problem };
    case 'opening':
      return { ...state, opening: true, problem: null, failed: null };
    case 'opened': {
      const { type: _, ...found } = event;
      const { file, customerId } = state.left?.request ?? {};
      const isSame = file === found.request.file && customerId === found.request.customerId;
      return state.left && isSame ? { ...state.left, ...found } : mappingStep(found);
    }
    case 'resumed':
      return state.failed ? { step: 'processing', run: state.failed, cancelling: false } : state;
    default:
      return state;
  }
}

function mappingStep(
  found: Pick<MappingState, 'request' | 'opened' | 'saved' | 'interrupted' | 'stored'>,
): WizardState {
  const source = found.saved ? 'saved' : 'automatic';
  return applySource({ step: 'mapping', ...found, mapping: {}, added: [], updating: null, source }, source);
}

/** Whether the user must first choose how the file is read. */
export const isReadingOpen = ({ opened }: MappingState): boolean => Boolean(opened.readings && !opened.reading);

/** An audience that was filled in belongs to the file and the customer. */
function changeDraft(state: UploadState, change: Partial<ImportDraft>): UploadState {
  const isOther = change.file !== undefined || change.customerId !== undefined;
  const isFilledIn = state.audienceFrom !== null && isOther;
  const draft = { ...state.draft, ...(isFilledIn && { audience: '' }), ...change };
  const audienceFrom = isOther || change.audience !== undefined ? null : state.audienceFrom;
  return { ...state, draft, problem: null, audienceFrom };
}

function applySource(state: MappingState, source: MappingSource): WizardState {
  const mapping =
    (source === 'saved' && state.saved?.mapping) ||
    automaticMapping(state.request.importType, state.opened, state.stored.filter(isLive));
  return { ...state, source, mapping };
}

/** The fields that columns can be mapped to. */
export const fieldsIn = ({ stored, added }: Pick<MappingState, 'stored' | 'added'>): readonly CustomField[] => [
  ...stored.filter(isLive),
  ...added,
];

/** The fields of a mapping that are not stored yet. */
export const newFields = ({ added, mapping }: Pick<MappingState, 'added' | 'mapping'>): CustomField[] =>
  added.filter(({ key }) => Object.values(mapping).includes(`custom:${key}`));

/** The fields that the import can update, of those that columns are mapped to. */
export const updatableIn = (state: Pick<MappingState, 'request' | 'mapping' | 'stored' | 'added'>) =>
  updatableFields(state.request.importType, state.mapping, fieldsIn(state), state.request.audience || null);

/** The choice without fields that are no longer mapped. */
export function updatingIn(
  state: Pick<MappingState, 'request' | 'mapping' | 'stored' | 'added' | 'updating'>,
): Updating | null {
  const fields = updatableIn(state).map(({ field }) => field);
  return (
    state.updating && { ...state.updating, fields: fields.filter((field) => state.updating?.fields.includes(field)) }
  );
}

/** Whether an import that is to update fields has any to update. */
export const canUpdate = (state: MappingState): boolean => {
  const updating = updatingIn(state);
  return updating?.mode !== 'update' || updating.fields.length > 0;
};

/** The columns that are ignored. */
export const ignoredIn = ({ opened, mapping }: Pick<MappingState, 'opened' | 'mapping'>): string[] =>
  opened.headers.filter((header) => (mapping[header] ?? 'ignore') === 'ignore');

/** How many more fields the customer can have. */
export const fieldsLeft = (state: Pick<MappingState, 'stored' | 'added' | 'mapping'>): number =>
  customLimits.fields - state.stored.filter(isLive).length - newFields(state).length;

/** Maps a column to the field of its header, which is added unless there is one. Changes nothing where the customer has as many as it can. */
function keepColumn(state: MappingState, header: string): MappingState {
  const { mapping, stored } = state;
  const added = newFields(state);
  const used = new Set(Object.values(mapping).map(parseCustomKey));
  const known = matchingField(
    header,
    fieldsIn({ stored, added }).filter(({ key }) => !used.has(key)),
  );
  if (!known && fieldsLeft(state) <= 0) return state;
  const taken = [...stored, ...added].map(({ key }) => key);
  const field = known ?? { key: customKey(header, taken), label: customLabel(header), isInternal: false };
  return {
    ...state,
    added: known ? added : [...added, field],
    mapping: { ...mapping, [header]: `custom:${field.key}` },
  };
}

function reduceMapping(state: MappingState, event: WizardEvent): WizardState {
  const { request, opened, mapping, interrupted } = state;
  switch (event.type) {
    case 'opened': // again, as the user has chosen to read it
      return mappingStep(event);
    case 'rejected':
      return uploadStep(request, { problem: event.problem });
    case 'column mapped':
      return { ...state, mapping: { ...mapping, [event.header]: event.target } };
    case 'columns added':
      return event.headers.reduce(keepColumn, state);
    case 'field marked':
      return {
        ...state,
        added: state.added.map((field) =>
          field.key === event.key ? { ...field, isInternal: event.isInternal } : field,
        ),
      };
    case 'updating chosen':
      return { ...state, updating: event.updating };
    case 'source chosen':
      return applySource(state, event.source);
    case 'went back':
      return uploadStep(request, { left: state });
    case 'started': {
      const progress = { totals: emptyTotals, nextRow: 2 };
      const fields = fieldsIn(state);
      const updating = updatingIn(state);
      const run = { request, opened, mapping, fields, updating, importId: event.importId, progress, corrections: 0 };
      return { step: 'processing', run, cancelling: false };
    }
    case 'resumed':
      return interrupted ? { step: 'processing', run: interrupted.run, cancelling: false } : state;
    default:
      return state;
  }
}

function reduceProcessing(state: ProcessingState, event: WizardEvent): WizardState {
  const { run } = state;
  switch (event.type) {
    case 'progressed':
      return { ...state, run: { ...run, progress: event.progress } };
    case 'cancelled':
      return { ...state, cancelling: true };
    case 'finished':
      return { step: 'results', run, leftOut: event.leftOut, rejected: event.rejected, edits: {} };
    case 'failed':
      return uploadStep(run.request, { problem: { title: texts.problems.stopped, text: event.reason }, failed: run });
    default:
      return state;
  }
}

function reduceResults(state: ResultsState, event: WizardEvent): ResultsState {
  const { run, edits } = state;
  if (event.type === 'cell edited') {
    const { row, target, value } = event;
    return { ...state, edits: { ...edits, [row]: { ...edits[row], [target]: value } } };
  }
  if (event.type !== 'corrected') return state;
  const progress = { ...run.progress, totals: event.totals };
  return {
    ...state,
    run: { ...run, progress, corrections: run.corrections + event.rows },
    rejected: event.rejected,
    edits,
  };
}
