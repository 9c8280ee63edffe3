import type { ReactNode } from 'react';
import type { Encoding } from '#domain/csv/encoding.ts';
import { isWorkbookName } from '#domain/csv/workbook.ts';
import type { CellsLeftOut } from '#domain/import/cell-survey.ts';
import type { ImportType } from '#domain/import/targets.ts';
import { counted, formatDay, formatMoment, formatNumber, type Noun, plural } from '@/lib/format.ts';
import { richText } from '@/lib/rich-text.ts';
import { commonTexts } from '@/lib/texts.ts';
import type { RestorePreview, UndoPreview, UndoProgress } from './history/history-data.ts';
import type { UpdatesPreview } from './updates-preview.ts';

const READY: Record<ImportType, Noun> = {
  leads: { one: 'lead is', many: 'leads are' },
  companies: { one: 'company is', many: 'companies are' },
};

type RowCounts = Record<'successfulRows' | 'duplicateRows' | 'errorRows', number>;

/** The advice for a spreadsheet, which may be named as a CSV file. */
function saveFirst(file: string): string {
  const program = /\.numbers$/i.test(file)
    ? 'Numbers, File, Export To, CSV'
    : /\.ods$/i.test(file)
      ? 'LibreOffice, File, Save as, Text CSV'
      : 'Excel, File, Save as, CSV UTF-8';
  const what = isWorkbookName(file) ? `Save ${file}` : `${file} is a spreadsheet. Save it`;
  return `${what} as CSV first: in ${program}.`;
}

const rowsDone = (done: number, all: number) => `${formatNumber(done)} of ${counted(all, 'row')}`;
const dayText = (time: string) => formatDay(new Date(time), new Date());

/** '12 leads and 3 companies', '1 company', 'No rows'. */
const leadsAndCompanies = (leads: number, companies: number) =>
  [leads > 0 && counted(leads, 'lead'), companies > 0 && counted(companies, 'company')].filter(Boolean).join(' and ') ||
  'No rows';

const missing = 'Missing information';
const nothing = 'Nothing to import';

export const texts = {
  wizard: {
    title: { leads: 'Upload leads', companies: 'Upload companies' } satisfies Record<ImportType, string>,
    steps: { label: 'Steps', upload: 'Upload', mapping: 'Mapping', processing: 'Processing', results: 'Results' },
    import: (rows: number) => `Import ${counted(rows, 'row')}`,
    viewImported: (importType: ImportType) => `View imported ${importType}`,
    viewUpdated: (importType: ImportType) => `View updated ${importType}`,
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
    discardCorrections: {
      title: commonTexts.discardChanges,
      description: 'Your corrections haven’t been imported.',
      confirmLabel: commonTexts.discard,
      cancelLabel: commonTexts.keepEditing,
    },
    leave: {
      title: 'Leave this import unfinished?',
      description: (rows: number, file: string) =>
        `${counted(rows, 'row')} of ${file} left to import. To resume later, choose the same file for the same customer.`,
      confirmLabel: 'Leave',
      cancelLabel: 'Stay',
    },
  },
  problems: {
    fileType: (file: string, isWorkbook = isWorkbookName(file)) => ({
      title: 'Invalid file type',
      text: isWorkbook ? saveFirst(file) : 'Choose a file that ends in .csv.',
    }),
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
    left: (rows: number) => ` ${formatNumber(rows)} left.`,
    failed: (done: number, rows: number, file: string, customer: string | undefined) =>
      `Imported ${rowsDone(done, rows)} from ${file}${customer ? ` for ${customer}` : ''}.`,
    stopped: (startedAt: string, done: number, rows: number) =>
      `The import on ${dayText(startedAt)} stopped after ${rowsDone(done, rows)}.`,
  },
  mapping: {
    title: 'Match your columns',
    summary: (mapped: number, columns: number, rows: number, customer: string | undefined) =>
      `${formatNumber(mapped)} of ${counted(columns, 'column')} mapped. ${counted(rows, 'row')} to import${customer ? ` for ${customer}` : ''}.`,
    nameMissing: {
      leads: 'Map a column to Name, First name or Last name.',
      companies: 'Map a column to Name.',
    } satisfies Record<ImportType, string>,
    dataAsHeaders:
      'The first row looks like data. It’s used as headers and won’t be imported: add a row of column names to the file.',
    people: (headers: readonly string[]) =>
      `This file looks like people: it has ${headers.slice(0, 5).join(', ')}${headers.length > 5 ? ' and more' : ''}.`,
    uploadAsLeads: 'Upload as leads',
    heads: { column: 'Column', firstValue: 'First value', target: 'Maps to' },
    ignore: 'Ignore',
    mapsTo: (header: string) => `${header} maps to`,
    mapTo: (label: string) => `Map to ${label}`,
    mapHeaderTo: (header: string, label: string) => `Map ${header} to ${label}`,
    useAutomatic: 'Use automatic mapping',
    useSaved: 'Use saved mapping',
    saved: (savedAt: string) => `Using the mapping saved on ${dayText(savedAt)}.`,
    automatic: 'Using the automatic mapping.',
    notes: 'Customers can read notes.',
    keepAs: (label: string) => `Keep as “${label}”`,
    customField: (label: string) => `Custom field “${label}”`,
    keepAll: (columns: number) => `Keep ${counted(columns, 'column')}`,
    ignoredHint: 'Ignored columns aren’t imported. Keep them as custom fields to use them in lists and messages.',
    customHint: 'Customers see the columns you keep, unless they’re for your agency only.',
    full: (max: number) => `A customer can have at most ${max} custom fields.`,
    agencyOnly: 'Agency only',
    internal: 'Agency only. Customers don’t see it.',
    visible: 'Customers see it.',
    combined: (headers: string[]) => `Combined with ${headers.join(', ')}.`,
    usedFirst: 'Used first.',
    usedAfter: (headers: string[]) => `Used if ${headers.join(' and ')} ${plural(headers.length, 'is', 'are')} empty.`,
  },
  reading: {
    title: 'Choose how to read this file',
    hint: 'Its accents could be read in several ways. If no choice looks right, save the file as CSV UTF-8 and upload it again.',
    twice: 'Its accents look as if they were saved twice in the wrong way.',
    label: 'Read as',
    option: (name: string, samples: readonly string[]) => `${samples.join(', ')} (${name})`,
    repaired: 'repaired',
    asIs: 'as it is',
    names: {
      'utf-8': 'Unicode, UTF-8',
      'windows-1252': 'Western European, Windows-1252',
      'windows-1250': 'Central European, Windows-1250',
      'windows-1251': 'Cyrillic, Windows-1251',
      'windows-1253': 'Greek, Windows-1253',
      'windows-1254': 'Turkish, Windows-1254',
      'windows-1257': 'Baltic, Windows-1257',
      macintosh: 'Western European, Mac',
    } as Partial<Record<Encoding, string>>,
  },
  names: {
    turned: (example: string, name: string) => `“${example}” is imported as “${name}”.`,
    keep: 'Import names as written',
    some: (count: number, names: number, example: string) =>
      `${formatNumber(count)} of ${counted(names, 'name')} ${plural(count, 'looks', 'look')} like “${example}”, with the last name first.`,
    turn: (name: string) => `Import as “${name}”`,
  },
  duplicates: {
    title: 'Duplicates',
    modes: { skip: 'Skip duplicates', fill: 'Fill empty fields', update: 'Update chosen fields' },
    help: {
      skip: 'Rows that are already stored stay as they are.',
      fill: 'Rows that are stored already get values where they have none.',
      update: 'Rows that are stored already get the values of this file.',
    },
    fields: 'Fields to update',
    fieldsHint: 'Choose at least one.',
    allFields: 'All fields',
    never: (importType: ImportType, hasAudience: boolean) =>
      `Never changed: the decision, its reason${importType === 'leads' && !hasAudience ? ', comments and the audience' : ' and comments'}. An empty cell changes nothing.`,
    keeps: {
      leads:
        'A lead that’s recognized by its email keeps that email, and one that’s recognized by its LinkedIn profile keeps that profile.',
      companies:
        'A company that’s recognized by its domain keeps that domain, and one that’s recognized by its LinkedIn page keeps that page.',
    } satisfies Record<ImportType, string>,
    preview: 'Preview changes',
    reading: 'Reading changes',
    failed: 'Couldn’t preview the changes',
    /** '8 new rows, 3 would change 5 fields'. */
    found: ({ created, updated, duplicates, repeated, errors }: UpdatesPreview) =>
      [
        counted(created, 'new row'),
        `${formatNumber(updated)} of ${counted(duplicates, 'duplicate')} would update`,
        repeated > 0 && `${counted(repeated, 'row')} repeated in the file`,
        errors > 0 && counted(errors, 'error'),
      ]
        .filter(Boolean)
        .join(' · '),
    byField: 'Changes by field',
    examples: 'Examples',
    empty: '(empty)',
  },
  keep: { failed: 'Couldn’t create the custom fields' },
  preview: { title: 'Preview of the first rows', label: 'Preview', row: 'Row', duplicate: 'Duplicate' },
  processing: {
    stopping: 'Stopping after the current batch…',
    importing: (file: string) => `Importing ${file}`,
    label: 'Import',
    progress: (done: number, rows: number) => rowsDone(done, rows),
    pace: (rows: number) => `${formatNumber(Math.round(rows))} rows per second`,
  },
  results: {
    completed: 'Import completed',
    failed: 'Import failed',
    complete: 'Import complete',
    canceled: 'Import canceled',
    read: (rows: number, file: string) => `${counted(rows, 'row')} read from ${file}.`,
    stopped: (done: number, rows: number, file: string) =>
      `Stopped after ${rowsDone(done, rows)} in ${file}. Rows already imported will stay.`,
    imported: 'Imported',
    duplicates: 'Duplicates',
    updated: (rows: number) => `${formatNumber(rows)} updated`,
    errors: 'Errors',
    suppressedRows: 'On a do-not-contact list',
    companiesCreated: 'Companies created',
    cellsLeftOut: ({ emptied, shortened, pages, damaged, example }: CellsLeftOut) =>
      [
        emptied > 0 &&
          `${counted(emptied, 'placeholder email')}, such as test@test.com, ${emptied === 1 ? 'was' : 'were'} left empty.`,
        shortened > 0 && `${counted(shortened, 'cell')} had several emails: only the first was kept.`,
        pages > 0 &&
          `${counted(pages, 'LinkedIn URL')} ${pages === 1 ? 'was left empty because it’s a company’s page' : 'were left empty because they’re companies’ pages'}.`,
        damaged > 0 &&
          `${counted(damaged, 'cell')} that Excel had changed, such as ${example}, ${damaged === 1 ? 'was' : 'were'} left empty.`,
      ]
        .filter(Boolean)
        .join(' '),
    rejected: 'Rows not imported',
    rowNumber: (number: number) => `Row ${formatNumber(number)}`,
    more: (count: number) => `and ${formatNumber(count)} more`,
    download: 'Download errors',
    downloadSuppressed: (count: number) => `Download do-not-contact rows (${formatNumber(count)})`,
    downloadFailed: 'Couldn’t save the errors',
    rejectedByProxy:
      'A proxy in front of Leadlight rejects uploads of this size (413). Ask whoever runs it to allow 32 MB, in nginx with client_max_body_size 32m, then continue the import.',
    serverStatus: (status: number) => `The server responded with status ${status}.`,
  },
  corrections: {
    hint: 'Fix the values here, or download the errors and upload them again once they’re fixed.',
    import: (rows: number) => `Import ${rows === 0 ? 'corrected rows' : counted(rows, 'corrected row')}`,
    field: (label: string, sheetRow: number) => `${label}, row ${formatNumber(sheetRow)}`,
    done: 'Corrected rows imported',
    doneHint: ({ successfulRows, duplicateRows, errorRows }: RowCounts) =>
      [
        `${formatNumber(successfulRows)} imported`,
        duplicateRows > 0 && counted(duplicateRows, 'duplicate'),
        errorRows > 0 && counted(errorRows, 'error'),
      ]
        .filter(Boolean)
        .join(', '),
    failed: 'Couldn’t import the corrected rows',
  },
  review: {
    forCustomer: (rows: number, importType: ImportType, customer: ReactNode) =>
      richText`${counted(rows, READY[importType])} ready for ${customer} to review.`,
    theCustomer: 'the customer',
    action: 'Copy link',
    copied: 'Link copied',
    copiedHint: (customer: string) => `Send it to ${customer} so they can start reviewing.`,
    link: 'Review link',
  },
  tell: {
    action: 'Tell the customer',
    hint: 'Emails everyone who reviews for this customer and hasn’t turned these emails off.',
    submit: 'Send email',
    message: 'Message',
    messageName: 'The message',
    preview: 'Email',
    what: 'The email',
    loading: 'email',
    /** 'To ada@acme.example, bea@acme.example and 3 more'. */
    to: (first: readonly string[], count: number) =>
      `To ${first.join(', ')}${count > first.length ? ` and ${formatNumber(count - first.length)} more` : ''}`,
    nothing: 'Everything in this import has been reviewed, so there’s nothing to tell.',
    nobody: 'Nobody who reviews for this customer gets these emails. Invite a member or send a review link first.',
    toldBefore: (when: ReactNode, isRecent: boolean) =>
      richText`The customer was last told ${when}.${isRecent ? ' You can tell them again an hour after that.' : ''}`,
    told: 'Customer told',
    toldHint: (count: number) => `${counted(count, 'email')} on the way.`,
    failed: 'Couldn’t tell the customer',
  },
  history: {
    rows: 'imports',
    list: 'Imports',
    withErrors: 'Only with errors',
    empty: 'No imports yet',
    emptyHint: 'CSV files you upload will show up here.',
    upload: 'Upload a CSV file',
    heads: { file: 'File', customer: 'Customer', by: 'By', when: 'When', state: 'State' },
    types: { leads: 'Leads', companies: 'Companies' } satisfies Record<ImportType, string>,
    counts: (imported: number, duplicates: number, errors: number, updated: number) =>
      `${formatNumber(imported)} imported · ${counted(duplicates, 'duplicate')}${updated > 0 ? ` (${formatNumber(updated)} updated)` : ''} · ${counted(errors, 'error')}`,
    undone: 'Undone',
    partlyUndone: 'Partly undone',
    filterCustomer: (customer: string) => `customer ${customer}`,
    filterErrors: 'imports with errors',
    importedFrom: (file: ReactNode) => richText`Imported from ${file}`,
    updatedBy: (file: ReactNode) => richText`Updated by ${file}`,
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
    at: (moment: string) => `, ${formatMoment(new Date(moment))}`,
    by: (name: ReactNode) => richText` by ${name}`,
  },
  undo: {
    action: 'Undo import',
    finish: 'Finish undoing',
    title: 'Undo this import?',
    /** `stays` says which of its rows will stay, '' if none will. */
    description: (rows: string, stays: string) =>
      `${rows} will be deleted. ${stays && `${stays}. `}This can’t be undone.`,
    /** The question where it is not known which rows will stay. */
    anyChange: (rows: string) =>
      `The ${rows} it created will be deleted, except any that were approved, rejected, edited or commented on since. This can’t be undone.`,
    /** '20 of 20 leads have been reviewed and will stay'; '' if no rows will. */
    staying: ({ leads, leads_left, leads_reviewed, companies, companies_left }: UndoPreview) => {
      const cause = leads_left === leads_reviewed ? 'reviewed' : 'reviewed, edited or commented on';
      const parts = [
        leads_left > 0 &&
          `${formatNumber(leads_left)} of ${counted(leads, 'lead')} ${plural(leads_left, 'has', 'have')} been ${cause} and will stay`,
        companies_left > 0 &&
          `${formatNumber(companies_left)} of ${counted(companies, 'company')} ${plural(companies_left, 'has changed or belongs', 'have changed or belong')} to a lead and will stay`,
      ];
      return parts.filter(Boolean).join('. ');
    },
    /** '12 updated leads get their former values. 1 of them has changed since and keeps those'. */
    restoring: (importType: ImportType, { updated, changed }: RestorePreview) =>
      `${counted(updated, importType === 'leads' ? 'updated lead' : { one: 'updated company', many: 'updated companies' })} will get ${updated === 1 ? 'its' : 'their'} former values back${changed > 0 ? `, except values changed since in ${formatNumber(changed)}` : ''}`,
    onlyRestoring: (restoring: string) => `${restoring}. This can’t be undone.`,
    restored: (restored: number, unrestored: number) =>
      `Former values restored in ${counted(restored, 'row')}${unrestored > 0 ? `. In ${counted(unrestored, 'row')} values changed since stay` : ''}.`,
    rowsGone: 'All its rows have been deleted since the import',
    progress: 'Undoing import',
    removed: (removed: number, rows: number) => `${rowsDone(removed, rows)} removed`,
    done: 'Import undone',
    /** '80 leads and 3 companies removed, 1 lead left.' */
    doneHint: ({
      removed_leads,
      removed_companies,
      remaining_leads,
      remaining_companies,
      restored_rows,
      unrestored_rows,
    }: UndoProgress): string => {
      if (restored_rows + unrestored_rows > 0) {
        const removed = removed_leads + removed_companies;
        const first = removed > 0 ? `${leadsAndCompanies(removed_leads, removed_companies)} removed. ` : '';
        return `${first}${texts.undo.restored(restored_rows, unrestored_rows)}`;
      }
      const [leads, companies] = [remaining_leads ?? 0, remaining_companies ?? 0];
      const left = leads + companies > 0 ? `, ${leadsAndCompanies(leads, companies)} left` : '';
      if (removed_leads + removed_companies > 0 || left === '') {
        return `${leadsAndCompanies(removed_leads, removed_companies)} removed${left}.`;
      }
      const [noun, count] = leads > 0 ? ['leads', leads] : ['companies', companies];
      return `No ${noun} removed. ${plural(count, 'It has', `All ${formatNumber(count)} have`)} changed since the import.`;
    },
    failed: 'Couldn’t undo the import',
    rows: leadsAndCompanies,
    /** ': Ada, Bea and 3 more', of this many rows. */
    names: (names: readonly string[], rows: number) =>
      `: ${names.join(', ')}${rows > names.length ? ` and ${formatNumber(rows - names.length)} more` : ''}`,
    partlyTitle: 'This import was partly undone',
    partly: (removed: string) => `${removed} removed so far. Choose Finish undoing to remove the rest.`,
    undoneTitle: 'This import was undone',
    undone: (removed: string, when: ReactNode, by: ReactNode) => richText`${removed} removed ${when}${by}.`,
    leadsLeft: (leads: string) => `${leads} left (changed or commented on since the import)`,
    companiesLeft: (companies: string) =>
      `${companies} left (changed or commented on since the import, or used by a remaining lead)`,
  },
};
