import type { ReactNode } from 'react';
import type { ImportType } from '#domain/import/targets.ts';
import { formatNumber, type Noun, plural } from '@/lib/format.ts';
import { richText } from '@/lib/rich-text.ts';

const row: Noun = { one: 'row', many: 'rows' };
const lead: Noun = { one: 'lead', many: 'leads' };
const company: Noun = { one: 'company', many: 'companies' };
const duplicate: Noun = { one: 'duplicate', many: 'duplicates' };
const error: Noun = { one: 'error', many: 'errors' };

const missing = 'Missing information';
const nothing = 'Nothing to import';

export const texts = {
  row,
  lead,
  company,
  duplicate,
  error,
  wizard: {
    title: { leads: 'Upload leads', companies: 'Upload companies' } satisfies Record<ImportType, string>,
    steps: { label: 'Steps', upload: 'Upload', mapping: 'Mapping', processing: 'Processing', results: 'Results' },
    import: (rows: string) => `Import ${rows}`,
    history: 'Import history',
    viewImported: (importType: ImportType) => `View imported ${importType}`,
    viewRemaining: (importType: ImportType) => `View remaining ${importType}`,
    stop: {
      title: 'Stop the import?',
      description: 'The current batch will finish. Rows already imported will stay.',
      confirmLabel: 'Stop import',
      cancelLabel: 'Keep importing',
    },
    discard: 'Discard this import?',
    discardMapping: 'Nothing has been imported yet. Your mapping will be lost.',
    discardInput: 'Nothing has been imported yet. What you’ve entered will be lost.',
    leave: {
      title: 'Leave this import unfinished?',
      description: (rows: string, file: string) =>
        `${rows} of ${file} left to import. To resume later, choose the same file for the same customer.`,
      confirmLabel: 'Leave',
      cancelLabel: 'Stay',
    },
  },
  problems: {
    fileType: { title: 'Invalid file type', text: 'Choose a file that ends in .csv.' },
    noCustomer: { title: missing, text: 'Select the customer these rows belong to.' },
    noFile: { title: missing, text: 'Choose a CSV file to import.' },
    noRows: { title: nothing, text: 'This file has no rows below its header.' },
    empty: { title: nothing, text: 'This file is empty.' },
    unreadable: 'The file couldn’t be read',
    stopped: 'Import stopped',
  },
  upload: {
    title: 'Choose a file',
    choose: 'Choose a CSV file',
    drop: 'or drop it here',
    chosen: (size: string) => `${size} · Choose another file`,
    customer: 'Customer',
    customerMissing: 'Select a customer',
    noCustomers: 'No customers yet',
    noCustomersHint: (importType: ImportType) => `Create the customer these ${importType} belong to.`,
    createCustomer: 'Create customer',
    audience: 'Audience',
    audienceFrom: (file: string) => `Same audience as ${file}.`,
    audienceHelp: 'Added to every lead in this file.',
    hint: 'Exports from LinkedIn, Apollo, HubSpot, Excel and similar tools work as is. We’ll detect the delimiter, encoding and header row, and skip duplicates.',
    reading: 'Reading the file',
    readPercent: (percent: string) => `Reading ${percent}`,
  },
  interrupted: {
    resume: 'Resume import',
    left: (count: string) => ` ${count} left.`,
    failed: (done: string, rows: string, file: string, customer: string | undefined) =>
      `Imported ${done} of ${rows} from ${file}${customer ? ` for ${customer}` : ''}.`,
    stopped: (day: string, done: string, rows: string) => `The import on ${day} stopped after ${done} of ${rows}.`,
  },
  mapping: {
    title: 'Match your columns',
    column: { one: 'column', many: 'columns' } satisfies Noun,
    summary: (mapped: string, columns: string, rows: string, customer: string | undefined) =>
      `${mapped} of ${columns} mapped. ${rows} to import${customer ? ` for ${customer}` : ''}.`,
    nameMissing: {
      leads: 'Map a column to Name, First name or Last name.',
      companies: 'Map a column to Name.',
    } satisfies Record<ImportType, string>,
    heads: { column: 'Column', firstRow: 'First row', target: 'Maps to' },
    ignore: 'Ignore',
    mapsTo: (header: string) => `${header} maps to`,
    mapTo: (label: string) => `Map to ${label}`,
    mapHeaderTo: (header: string, label: string) => `Map ${header} to ${label}`,
    useAutomatic: 'Use automatic mapping',
    useSaved: 'Use saved mapping',
    saved: (day: string) => `Using the mapping saved on ${day}.`,
    automatic: 'Using the automatic mapping.',
    notes: 'Customers can read notes.',
    combined: (headers: string[]) => `Combined with ${headers.join(', ')}.`,
    usedFirst: 'Used first.',
    usedAfter: (headers: string[]) => `Used if ${headers.join(' and ')} ${plural(headers.length, 'is', 'are')} empty.`,
  },
  preview: { title: 'Preview of the first rows', label: 'Preview', row: 'Row', duplicate: 'Duplicate' },
  processing: {
    stopping: 'Stopping after the current batch…',
    importing: (file: string) => `Importing ${file}`,
    label: 'Import',
    progress: (done: string, rows: string) => `${done} of ${rows}`,
    pace: (rows: string) => `${rows} rows per second`,
  },
  results: {
    completed: 'Import completed',
    failed: 'Import failed',
    complete: 'Import complete',
    canceled: 'Import canceled',
    read: (rows: string, file: string) => `${rows} read from ${file}.`,
    stopped: (done: string, rows: string, file: string) =>
      `Stopped after ${done} of ${rows} in ${file}. Rows already imported will stay.`,
    imported: 'Imported',
    duplicates: 'Duplicates',
    errors: 'Errors',
    companiesCreated: 'Companies created',
    rejected: 'Rows not imported',
    rowNumber: (number: string) => `Row ${number}`,
    more: (count: string) => `and ${count} more`,
    download: 'Download errors',
    downloadFailed: 'Couldn’t save the errors',
    serverStatus: (status: number) => `The server responded with status ${status}.`,
  },
  corrections: {
    hint: 'Fix the values here, or download the errors and upload them again once they’re fixed.',
    row: { one: 'corrected row', many: 'corrected rows' } satisfies Noun,
    field: (label: string, sheetRow: string) => `${label}, row ${sheetRow}`,
    done: 'Corrected rows imported',
    imported: (count: string) => `${count} imported`,
    failed: 'Couldn’t import the corrected rows',
  },
  review: {
    ready: {
      leads: { one: 'lead is', many: 'leads are' },
      companies: { one: 'company is', many: 'companies are' },
    } satisfies Record<ImportType, Noun>,
    forCustomer: (rows: string, customer: ReactNode) => richText`${rows} ready for ${customer} to review.`,
    theCustomer: 'the customer',
    action: 'Tell the customer',
    copied: 'Link copied',
    copiedHint: (customer: string) => `Send it to ${customer} so they can start reviewing.`,
    link: 'Review link',
  },
  history: {
    title: 'Import history',
    rows: 'imports',
    list: 'Imports',
    withErrors: 'Only with errors',
    empty: 'No imports yet',
    emptyHint: 'CSV files you upload will show up here.',
    upload: 'Upload a CSV file',
    heads: { file: 'File', customer: 'Customer', by: 'By', when: 'When', state: 'State' },
    types: { leads: 'Leads', companies: 'Companies' } satisfies Record<ImportType, string>,
    counts: (imported: string, duplicates: string, errors: string) =>
      `${imported} imported · ${duplicates} · ${errors}`,
    undone: 'Undone',
    partlyUndone: 'Partly undone',
    filterCustomer: (customer: string) => `customer ${customer}`,
    filterErrors: 'imports with errors',
    importedFrom: (file: ReactNode) => richText`Imported from ${file}`,
    unknownFile: 'an unknown file',
    removeFilter: 'Remove import filter',
    unnamedColumn: (number: number) => `Column ${number}`,
  },
  entry: {
    title: 'Import',
    what: 'The import',
    loading: 'import',
    notFound: 'Import not found',
    notFoundHint: 'It may have been deleted with its customer, or the link may be incomplete.',
    back: 'Back to import history',
    for: (type: string, customer: ReactNode) => richText`${type} for ${customer}`,
    audience: (audience: ReactNode) => richText`, audience ${audience}`,
    at: (moment: string) => `, ${moment}`,
    by: (name: ReactNode) => richText` by ${name}`,
  },
  undo: {
    action: 'Undo import',
    finish: 'Finish undoing',
    title: 'Undo this import?',
    /** `stays` says which of its rows will stay, '' if none will. */
    description: (rows: string, stays: string) =>
      `${rows} will be deleted. ${stays && `${stays}. `}This can’t be undone.`,
    /** Where it is not known which rows will stay. */
    anyChange: (rows: string) =>
      `The ${rows} it created will be deleted, except any that were approved, rejected, edited or commented on since. This can’t be undone.`,
    leadsStay: (count: number, leads: string, areReviewed: boolean) =>
      `${formatNumber(count)} of ${leads} ${plural(count, 'has', 'have')} been ${areReviewed ? 'reviewed' : 'reviewed, edited or commented on'} and will stay`,
    companiesStay: (count: number, companies: string) =>
      `${formatNumber(count)} of ${companies} ${plural(count, 'has changed or belongs', 'have changed or belong')} to a lead and will stay`,
    rowsGone: 'All its rows have been deleted since the import',
    progress: 'Undoing import',
    removed: (removed: string, rows: string) => `${removed} of ${rows} removed`,
    done: 'Import undone',
    doneHint: (removed: string, left: string | null) => `${removed} removed${left === null ? '' : `, ${left} left`}.`,
    noneRemoved: ({ many }: Noun, left: number) =>
      `No ${many} removed. ${plural(left, 'It has', `All ${formatNumber(left)} have`)} changed since the import.`,
    failed: 'Couldn’t undo the import',
    nothing: 'No rows',
    and: (parts: string[]) => parts.join(' and '),
    names: (names: readonly string[], more: number) =>
      names.join(', ') + (more > 0 ? ` and ${formatNumber(more)} more` : ''),
    partlyTitle: 'This import was partly undone',
    partly: (removed: string) => `${removed} removed so far. Choose Finish undoing to remove the rest.`,
    undoneTitle: 'This import was undone',
    undone: (removed: string, when: ReactNode, by: ReactNode) => richText`${removed} removed ${when}${by}.`,
    leadsLeft: (leads: string) => `${leads} left (changed or commented on since the import)`,
    companiesLeft: (companies: string) =>
      `${companies} left (changed or commented on since the import, or used by a remaining lead)`,
    list: (names: string) => `: ${names}`,
  },
};
