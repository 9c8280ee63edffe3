import type { ResultKind } from '#domain/hand-off/result-kinds.ts';
import type { UnreadCell } from '#domain/hand-off/results.ts';
import { counted, formatNumber, plural } from '@/lib/format.ts';
import type { RemovalRequest, UnmatchedReason } from './data.ts';

const rows = (count: number) => counted(count, 'row');
const person = { one: 'person', many: 'people' };
const kinds: Record<ResultKind, string> = {
  contacted: 'Contacted',
  replied: 'Replied',
  bounced: 'Bounced',
  unsubscribed: 'Unsubscribed',
};
/** The reasons why a row of the file is not stored. */
const reasons: Record<UnmatchedReason, string> = {
  not_handed_off: 'Not in this hand-off',
  no_key: 'No email or LinkedIn profile',
  several_leads: 'Email and profile of different leads',
  date: 'Dates that are not read',
  asked: 'Values without a meaning',
};
const remedies = { date: 'correct the date, or the order of day and month', asked: 'choose what it means' };

export const texts = {
  kinds,
  rowError: (reason: UnmatchedReason, cell?: UnreadCell) =>
    cell ? `${cell.header}: “${cell.value}” is not read: ${remedies[cell.problem]}` : reasons[reason],
  rowsError: (reason: UnmatchedReason, cell?: UnreadCell) =>
    cell ? `${reasons[reason]}, such as “${cell.value}” in ${cell.header}` : reasons[reason],
  title: 'Results',
  what: 'The results',
  loading: 'results',
  none: 'No results yet. Upload a CSV export from the tool to see who was contacted and who replied.',
  upload: 'Upload results',
  replied: 'Who replied',
  moreReplied: (count: number) => `and ${formatNumber(count)} more`,
  uploads: 'Uploaded files',
  counts: (counts: readonly (readonly [ResultKind, number])[]) =>
    counts.map(([kind, count]) => `${formatNumber(count)} ${kinds[kind].toLowerCase()}`).join(', '),
  undone: 'Undone',
  undo: 'Undo',
  undoOf: (file: string) => `Undo ${file}`,
  undoing: {
    title: 'Undo this upload?',
    description: 'Its results are removed. Leads who unsubscribed stay on the do-not-contact list.',
    confirmLabel: 'Undo upload',
    success: { title: 'Upload undone' },
    failure: 'Couldn’t undo the upload',
  },
  dialog: {
    description: (tool: string) => `An export from ${tool} with who was contacted, replied, bounced or unsubscribed.`,
    unreadable: 'Couldn’t read the file',
    unsaved: 'Nothing has been stored yet.',
    savedFor: (tool: string) => `What the columns mean is saved for the next file from ${tool}.`,
    needsKey: 'Map a column to Email or LinkedIn profile.',
    needsResult: 'Map a column to a result or to Status.',
    asked: 'What do these values mean?',
    askedHint: (values: number, cells: number) =>
      `${counted(values, 'value')} in ${counted(cells, 'cell')} ${plural(values, 'isn’t', 'aren’t')} known. Choose what each means. Your answers are saved for the next file.`,
    askedRemovals: (count: number) =>
      `${counted(count, 'value')} may be ${plural(count, 'a removal request: choose what it means', 'removal requests: choose what each means')}, even if you ignore others.`,
    answered: 'Every value has a meaning. Your answers are saved for the next file.',
    ignoreAsked: (cells: number) => `Ignore values without a meaning in ${counted(cells, 'cell')}`,
    askedValues: (header: string) => `Values of ${header} that aren’t known`,
    otherValues: (example: string) => `All others, such as “${example}”`,
    othersMean: (header: string) => `All other values of ${header} mean`,
    choose: 'Choose',
    nothing: 'Nothing',
    values: (header: string) => `Values of ${header}`,
    valueMeans: (value: string) => `${value} means`,
    known: (tool: string, source: string) =>
      `Columns and statuses of ${tool} are from ${source}, read 2026-11. Others are guessed from their words.`,
    guessed: 'Columns and values are guessed from their words.',
    unreadDates: 'Dates that are not read',
    unreadDatesHint:
      'They don’t exist, are still to come or have another form. Correct them in the file, or choose another order of day and month. Otherwise what they date isn’t stored, except who unsubscribed. A column that dates a status can be ignored.',
    removals: 'Possible removal requests in ignored columns',
    removalsHint: 'Map these columns to Status to store them.',
    cells: (header: string, count: number, example: string) => `${header}: ${rows(count)}, such as “${example}”`,
    dates: 'Dates like 03/04/2026',
    dayFirst: '3 April: day first',
    monthFirst: 'March 4: month first',
    check: 'Check results',
    checking: 'Checking rows',
    storing: 'Storing results',
    checkFailed: 'Couldn’t check the results',
    matched: (matched: number, total: number) =>
      `${formatNumber(matched)} of ${rows(total)} ${plural(matched, 'matches', 'match')} a lead of this hand-off.`,
    unmatched: 'Not matched, and why',
    rows,
    download: 'Download unmatched rows',
    added: 'New results',
    early: (count: number, example: string) =>
      `${rows(count)} ${plural(count, 'has a date', 'have dates')} before this hand-off, such as ${example}. Go back if the order of day and month is wrong, or to ignore columns about earlier messages.`,
    listed: (count: number) =>
      `${counted(count, 'lead')} who unsubscribed will be on the do-not-contact list, from which only administrators can remove them.`,
    requests: {
      title: 'Opted out, but not on the do-not-contact list',
      hint: (count: number) =>
        `${counted(count, person)} in this file ${plural(count, 'isn’t a lead', 'aren’t leads')} of this hand-off, or ${plural(count, 'was', 'were')} taken off the list.`,
      name: ({ email, linkedin }: RemovalRequest) => [email, linkedin].filter(Boolean).join(' · '),
      more: (count: number) => `and ${formatNumber(count)} more`,
      add: (count: number) => `Add ${counted(count, person)} to the list`,
      added: (count: number) => `${counted(count, person)} added to the do-not-contact list`,
      failed: 'Couldn’t add to the do-not-contact list',
      undoFailed: 'Couldn’t undo',
      open: (count: number) =>
        `${counted(count, person)} who opted out ${plural(count, 'isn’t', 'aren’t')} on the do-not-contact list.`,
    },
    refused: {
      title: 'Addresses that a do-not-contact list doesn’t take',
      reasons: { email: 'not a valid email', linkedin: 'not a public LinkedIn profile' },
      added: (reason: string) => `${reason}. It goes on the list all the same, for leads with exactly this address.`,
      lost: (reason: string) => `${reason}, so it can’t be added.`,
    },
    nothingNew: 'This file has nothing new.',
    store: (count: number) => `Store ${counted(count, 'result')}`,
    stored: 'Results stored',
    failed: 'Couldn’t store the results',
  },
};
