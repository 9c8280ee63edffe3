import type { ContactKind } from '#domain/contact-kind.ts';
import type { ContactColumn } from '#domain/contact-roles.ts';
import { counted, formatCount, formatNumber, plural } from '@/lib/format.ts';
import type { SuppressedLead } from './data.ts';

const entry = { one: 'entry', many: 'entries' };
const KINDS: Record<ContactKind | 'erased', string> = {
  email: 'Email',
  domain: 'Domain',
  linkedin: 'LinkedIn',
  company: 'Company',
  erased: 'Erased contact',
};
const SOURCES: Record<string, string> = {
  form: 'Added here',
  paste: 'Pasted',
  import: 'File',
  rejection: 'Rejection',
  unsubscribed: 'Unsubscribed',
  erased: 'Erased',
};

function meaning(kind: ContactKind, value: string): string {
  if (kind === 'email') return 'this address';
  if (kind === 'domain') return 'everybody at this domain';
  if (kind === 'company') return 'the company of this name';
  return /\.com\/company\//i.test(value) ? 'this company page in imports, not its people' : 'this profile';
}

export const texts = {
  description: {
    admin:
      'Contacts and companies that must not be written to. Imports and hand-offs leave them out, and reviews and bulk approvals warn about them.',
    member: 'Contacts and companies you don’t want to contact, such as your existing customers.',
    reader: 'Contacts and companies that aren’t contacted. Only an approver can change this list.',
  },
  agency: 'Agency-wide',
  list: 'List',
  entries: entry.many,
  search: 'Search entries',
  kind: (kind: string) => KINDS[kind as ContactKind] ?? kind,
  source: (source: string) => SOURCES[source] ?? source,
  heads: { entry: 'Entry', reason: 'Reason', source: 'Source', by: 'Added by', when: 'Added', actions: 'Remove' },
  empty: 'No entries yet',
  emptyHint: 'Add emails, domains, LinkedIn profiles or companies, one by one or from a file.',
  filter: (term: string) => `"${term}"`,
  misread: 'Applies to nobody. Remove it and add it again.',
  remove: (value: string) => `Remove ${value}`,
  removed: (value: string) => `${value} removed`,
  removeFailed: 'Couldn’t remove the entry',
  restoreFailed: 'Couldn’t undo',
  export: 'Export',
  exportFile: (list: string) => `Do not contact - ${list}.csv`,
  exported: (count: number) => `${counted(count, entry)} exported`,
  exportFailed: 'Error exporting entries',

  add: {
    open: 'Add entries',
    agencyHint: 'These apply to all customers. Members see only that an entry applies.',
    hint: 'Approvals don’t change. Imports leave these contacts out, and approving them needs a confirmation.',
    kind: 'Kind',
    detect: 'Recognize automatically',
    lines: 'Emails, domains, LinkedIn profiles or companies',
    linesHelp: 'One per line, such as ada@acme.com or *@acme.com. Add a reason after a semicolon, or below for all.',
    missing: 'Enter at least one',
    unsaved: 'The entries haven’t been added.',
    reason: 'Reason',
    theReason: 'The reason',
    file: 'Choose a CSV file',
    fileType: 'Choose a file that ends in .csv or .txt.',
    fromFile: (name: string, count: number) => `${counted(count, 'row')} in ${name}`,
    pasted: (count: number) => `A table of ${counted(count, 'row')}`,
    backToLines: 'Back to the text',
    columns: {
      labels: {
        value: 'Any of these',
        email: KINDS.email,
        domain: KINDS.domain,
        linkedin: KINDS.linkedin,
        company: KINDS.company,
        kind: 'Kind',
        reason: 'Reason',
        opted_out: 'Opted out',
      } satisfies Record<ContactColumn, string>,
      missing: 'Map a column to Email, Domain, LinkedIn or Company.',
      ofOptedOut: 'Rows whose Opted out column is empty or says no aren’t added.',
      ofPeople:
        'These people won’t be contacted, but their colleagues may. To leave out whole companies, map Company or Domain too.',
    },
    noEntries: (name: string) => `No entries found in ${name}`,
    check: 'Check',
    checking: (done: number, total: number) => `${formatNumber(done)} of ${counted(total, entry)}`,
    failed: 'Couldn’t add the entries',
    checkFailed: 'Couldn’t check the entries',
    understood: 'What we understood',
    repeated: (count: number) => `${formatNumber(count)} repeated or already on the list`,
    errors: (count: number) => `${counted(count, 'line')} with errors`,
    ignored: (count: number) => `${counted(count, 'line')} ignored`,
    isIgnored: (text: string) => `Ignored: ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`,
    position: (line: number, isRow = false) => `${isRow ? 'Row' : 'Line'} ${formatNumber(line)}`,
    /** An entry with the people that it applies to: 'acme.com: everybody at this domain'. */
    means: (kind: ContactKind, value: string) => `${value}: ${meaning(kind, value)}`,
    leftOut: (text: string) => `Not stored: ${text}`,
    more: (count: number) => `and ${formatNumber(count)} more`,
    touched: (count: number) =>
      `Applies to ${counted(count, { one: 'approved lead, which stays', many: 'approved leads, which stay' })} approved.`,
    uncounted:
      'Too many entries to count the approved leads they apply to. Filter the leads by “Do not contact” afterwards.',
    confirm: (count: number) => `Add ${counted(count, entry)}`,
    added: (count: number) => `${counted(count, entry)} added`,
    notAdded: (count: number) => `${counted(count, 'line')} with errors ${plural(count, 'was', 'were')} not added`,
  },

  badge: 'On the do-not-contact list',
  /** The entries that apply to a lead. Members don’t learn what an agency-wide entry says. */
  applies: (entries: readonly Pick<SuppressedLead, 'is_agency' | 'kind' | 'value' | 'reason'>[]) =>
    `On the do-not-contact list: ${entries.map(({ is_agency, kind, value, reason }) => [kind === null ? 'an agency-wide entry' : [is_agency && 'agency-wide', value ?? KINDS.erased].filter(Boolean).join(' '), reason && `(${reason})`].filter(Boolean).join(' ')).join(', ')}`,
  confirm: {
    title: (name: string) => `Approve ${name}?`,
    anyway: 'Approve anyway',
  },
  bulk: {
    among: (count: number, precision = { is_estimated: false }) =>
      `${formatCount(count, precision)} of them ${plural(count, 'is', 'are')} on the do-not-contact list.`,
    without: (count: number) => `Without ${plural(count, 'this one', `these ${formatNumber(count)}`)}`,
    undecidedWithout: (count: number) =>
      `Not yet reviewed, without ${plural(count, 'this one', `these ${formatNumber(count)}`)}`,
    all: (rows: string) => `Approve all ${rows}`,
    title: (rows: string) => `Approve ${rows}?`,
    failed: 'Couldn’t check the do-not-contact list',
  },
  rejection: {
    offer: (company: string) => `Never contact ${company}`,
    added: (company: string) => `${company} is on the do-not-contact list`,
  },
};
