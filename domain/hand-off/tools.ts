// The formats that sending tools read. Facts about other companies' products, each with its source; none was confirmed by a real import yet.
import type { StepType } from '../campaign/steps.ts';

/** The fields of a lead and its company that a column can hold, besides custom fields. Notes are never handed off. */
export const leadFields = {
  first_name: 'First name',
  last_name: 'Last name',
  name: 'Full name',
  email: 'Email',
  phone: 'Phone',
  title: 'Title',
  company: 'Company',
  company_website: 'Company website',
  company_domain: 'Company domain',
  location: 'Location',
  linkedin_profile_url: 'LinkedIn profile',
  audience: 'Audience',
} as const;
export type LeadField = keyof typeof leadFields;

/** How a text is written, by where it goes: into a field, or into the body of an email. */
export type Escape = 'plain' | 'html';

export type ToolColumn = { header: string; field: LeadField; isRequired?: boolean; longest?: number };

/** The names of further columns: free names by a pattern, without `reserved` ones, or fixed slots, each with its variable in the tool's texts. */
export type FurtherColumns =
  | { kind: 'named'; pattern: string; maxColumns: number | null; reserved?: string[] }
  /** `isComplete`: the file has every slot, because the tool keeps the former text of one that is missing. */
  | { kind: 'slots'; slots: { header: string; variable: string }[]; isComplete?: boolean };

export type Tool = {
  id: string;
  name: string;
  columns: ToolColumn[];
  further: FurtherColumns;
  /** The most code points of a value of further columns; null: no limit is known. */
  longestValue: number | null;
  /** The maximum; null without one. Limits of requests to the tool's API do not apply to files. */
  rowsPerFile: number | null;
  /** How the tool's texts write a variable, around its name. */
  braces: [open: string, close: string];
  /** The types of step that the tool sends. */
  sends: StepType[];
  /** How a rendered email's text is written. */
  emailText: Escape;
  /** The sources of these facts, and when they were read. */
  sources: { what: string; where: string; read: string }[];
  /** Whether a real import of such a file was successful. */
  isConfirmed: boolean;
  /** The settings to check in the tool. */
  notes: string[];
};

const linkedin: StepType[] = ['linkedin_connection', 'linkedin_message'];
const API_NAMES = 'The column names are those of the API. Check in the import that each is assigned to its field.';
const named = (pattern: string, maxColumns: number | null = null) => ({ kind: 'named' as const, pattern, maxColumns });
const slots = (count: number, name: string, variable: (number: number) => string) => ({
  kind: 'slots' as const,
  slots: Array.from({ length: count }, (_, at) => ({ header: `${name}${at + 1}`, variable: variable(at + 1) })),
});

/** Columns as `header=field`, with `!` if it is required; `sources` as pairs of what and where. */
const unproven = (
  id: string,
  name: string,
  columns: string,
  {
    sources,
    ...rest
  }: Pick<Tool, 'further' | 'notes'> & Partial<Omit<Tool, 'sources'>> & { sources: [what: string, where: string][] },
): Tool => ({
  id,
  name,
  columns: columns.split(' ').map((column) => {
    const [, header = '', required, field] = /^(\w+)(!?)=(\w+)$/.exec(column) ?? [];
    return { header, field: field as LeadField, ...(required && { isRequired: true }) };
  }),
  longestValue: null,
  rowsPerFile: null,
  braces: ['{{', '}}'],
  sends: [...linkedin, 'email'],
  emailText: 'html',
  ...rest,
  sources: sources.map(([what, where]) => ({ what, where, read: '2026-11' })),
  isConfirmed: false,
});

const heyReach = unproven(
  'heyreach',
  'HeyReach',
  'profileUrl!=linkedin_profile_url firstName!=first_name lastName!=last_name companyName=company position=title location=location emailAddress=email',
  {
    further: named('^[A-Za-z0-9_]+$'),
    braces: ['{', '}'],
    sends: linkedin,
    emailText: 'plain',
    sources: [
      ['Fields, names, delays', 'github.com/bcharleson/heyreach-cli: AGENTS.md, src/commands/campaigns/add-leads.ts'],
    ],
    notes: [
      API_NAMES,
      'Variables are in single braces; a whole message in one variable is unproven.',
      'Delays are in hours or days, at least 3 hours.',
      'A missing variable sends the step’s fallback.',
    ],
  },
);
const smartlead = unproven(
  'smartlead',
  'Smartlead',
  'email!=email first_name=first_name last_name=last_name company_name=company phone_number=phone website=company_website',
  {
    further: named('^[A-Z][A-Za-z0-9]{0,19}$', 200),
    sends: ['email'],
    sources: [
      ['Fields', 'github.com/api-evangelist/smartlead-ai: openapi/smartlead-ai-leads-api-openapi.yml'],
      ['Names and number of further columns, threads', 'notes of users'],
    ],
    notes: [API_NAMES, 'A variable without a value may be sent as it is written.'],
  },
);
const instantly = unproven(
  'instantly',
  'Instantly',
  'email!=email first_name=first_name last_name=last_name company_name=company job_title=title phone=phone website=company_website',
  {
    further: {
      ...named('^[A-Za-z0-9_]+$'),
      reserved:
        'step variant isFirst timestamp email leadEmail emailId event eventType campaign campaignId campaignName workspace'.split(
          ' ',
        ),
    },
    sends: ['email'],
    sources: [
      ['Fields, variables', 'github.com/api-evangelist/instantly-ai: openapi/instantly-ai-api-v2-openapi.yml'],
      [
        'Fields of its events, which hide variables of the same name',
        'github.com/Instantly-ai/instantly-starter-kit: docs/api/webhooks.md',
      ],
    ],
    notes: [API_NAMES, 'Whether variables distinguish capitals is unproven.'],
  },
);
const lemlist = unproven(
  'lemlist',
  'lemlist',
  'email=email firstName=first_name lastName=last_name companyName=company jobTitle=title companyDomain=company_domain phone=phone linkedinUrl=linkedin_profile_url',
  {
    further: named('^[A-Za-z0-9]+$'),
    sources: [['Fields, variables', 'developer.lemlist.com: API reference, the object “lead”']],
    notes: [API_NAMES, 'Variables distinguish capitals; single braces are sent as they are.'],
  },
);
const woodpecker = unproven(
  'woodpecker',
  'Woodpecker',
  'email!=email first_name=first_name last_name=last_name company=company website=company_website linkedin_url=linkedin_profile_url title=title phone=phone',
  {
    further: { ...slots(15, 'snippet', (number) => `SNIPPET_${number}`), isComplete: true },
    sources: [['Fields, snippets', 'developers.woodpecker.co: API reference, add prospects']],
    notes: [
      API_NAMES,
      'Snippets keep line breaks as <br>.',
      'The file has all 15 snippets, because Woodpecker keeps the former text of one that is missing: import the empty ones too.',
      'Texts can’t use the column website: there is no {{WEBSITE}}.',
    ],
  },
);
const laGrowthMachine = unproven(
  'la-growth-machine',
  'La Growth Machine',
  'firstname=first_name lastname=last_name proEmail=email companyName=company companyUrl=company_website linkedinUrl=linkedin_profile_url jobTitle=title',
  {
    further: slots(10, 'customAttribute', (number) => `customAttribute${number}`),
    longestValue: 1_000,
    emailText: 'plain',
    sources: [['Fields and their limits', 'types of a public client of its API']],
    notes: [API_NAMES, 'How texts write a variable, and whether emails keep line breaks, is unproven.'],
  },
);
laGrowthMachine.columns = laGrowthMachine.columns.map((column) =>
  column.field === 'title' ? { ...column, longest: 255 } : column,
);

export const tools: readonly Tool[] = [heyReach, smartlead, instantly, lemlist, woodpecker, laGrowthMachine];

/** A tool that an agency describes: its columns in their order. */
export type ToolDefinition = {
  name: string;
  columns: ToolColumn[];
  braces: Tool['braces'];
  emailText: Escape;
  rowsPerFile: number | null;
};

/** Columns of a tool, and code points of a header. */
export const toolLimits = { columns: 30, header: 60, name: 60 } as const;

export const customTool = (id: string, definition: ToolDefinition): Tool => ({
  ...definition,
  id,
  further: named('^[A-Za-z][A-Za-z0-9]{0,19}$'),
  longestValue: null,
  sends: [...linkedin, 'email'],
  sources: [],
  isConfirmed: false,
  notes: [],
});
